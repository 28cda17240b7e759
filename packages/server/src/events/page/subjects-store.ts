import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db } from '../../core/db/db.ts';
import type { InEvent, NotificationHooks } from '../../notifications/subjects-actions.ts';

type Subject = Awaited<ReturnType<NotificationHooks['eventSubjects']>>[number];

const ids = (some: readonly InEvent[], name: 'userId' | 'eventId'): RawBuilder<string[]> =>
  sql<string[]>`${some.map((one) => one[name])}::uuid[]`;

/**
 * The events that people may still be notified of: hosts and others who manage it of what concerns hosts; everybody who
 * has not left it of what concerns its guests.
 */
export async function listSubjects(db: Db, some: readonly InEvent[]): Promise<Subject[]> {
  return allRows(
    db,
    sql<Subject>`select w.user_id as "userId", e.id as "eventId", w.hosting,
        json_build_object('id', e.id, 'name', e.name, 'alias', e.alias, 'coverUrl', e.cover, 'tint', coalesce(e.tint, e.cover_tint)) as subject
      from unnest(${ids(some, 'userId')}, ${ids(some, 'eventId')}, ${some.map(({ hosting }) => hosting)}::boolean[]) w(user_id, event_id, hosting)
        join events e on e.id = w.event_id
        left join participations own on own.event_id = e.id and own.user_id = w.user_id
        left join members m on m.server_id = e.server_id and m.user_id = w.user_id
        left join roles r on r.server_id = m.server_id and r.id = m.role_id
      where case when w.hosting then (own.role = 'host' and own.status <> 'not_going') or coalesce('MANAGE_EVENTS' = any(r.permissions), false)
        else own.status <> 'not_going' end`,
  );
}
