import type { AttentionView, InvitationView } from '@folkmoot/contract/events/invitations-schema.ts';
import { sql } from 'kysely';
import { hiddenFrom } from '../../blocks/store.ts';
import { type Db, firstRow } from '../../core/db/db.ts';
import { epoch, notBanned, over, PERSON } from '../../participations/fragments-store.ts';

/** The role that a person is asked to take, with as much of the event as they may see before they answer. */
export async function findInvitation(db: Db, eventId: string, userId: string): Promise<InvitationView | undefined> {
  const row = await firstRow(
    db,
    sql<{
      view: InvitationView;
    }>`select json_build_object('eventId', e.id, 'alias', e.alias, 'name', e.name, 'status', e.status,
        'start_epoc', case when not e.tbd_date then ${epoch('e.start_at')} end, 'end_epoc', case when not e.tbd_date then ${epoch('e.end_at')} end,
        'time_zone', e.time_zone, 'is_all_day', e.is_all_day, 'tbdDate', e.tbd_date, 'tint', coalesce(e.tint, e.cover_tint),
        'role', coalesce(p.asked_role, 'guest'), 'asked_epoc', ${epoch('p.asked_at')},
        'by', case when u.id is not null then json_build_object(${PERSON}) end) as view
      from participations p join events e on e.id = p.event_id left join users u on u.id = p.asked_by
      where p.event_id = ${eventId} and p.user_id = ${userId} and p.asked_role is not null and e.status <> 'cancelled'
        and not coalesce(p.asked_by = any(${hiddenFrom(userId)}), false) and ${notBanned('p')}`,
  );
  return row?.view;
}

/** What is waiting for a host, event by event, and how many invitations are waiting for them. */
export async function findAttention(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ data: AttentionView[]; invitations: number }> {
  const row = await firstRow(
    db,
    sql<{ data: AttentionView[]; invitations: number }>`
      with waiting as (
        select e.id as "eventId", e.alias, e.name, own.registered_at as since,
          (select count(*)::int from participations p where p.event_id = e.id and p.status = 'requested') as requests,
          (select count(*)::int from event_access a where a.event_id = e.id and a.status = 'pending' and not a.user_id = any(${hiddenFrom(userId)})) as access,
          (select count(*)::int from participations p where p.event_id = e.id and p.role = 'guest' and p.status in ('going', 'waitlisted')
            and (p.own_act or p.asked_by is null) and p.registered_at > coalesce(own.looked_at, own.registered_at)) as registered
        from participations own join events e on e.id = own.event_id
        where own.user_id = ${userId} and own.role = 'host' and own.status <> 'not_going' and e.status = 'published' and not ${over(now)}
        order by own.registered_at desc limit 200)
      select coalesce((select json_agg(json_build_object('eventId', "eventId", 'alias', alias, 'name', name, 'requests', requests, 'access', access, 'registered', registered)
          order by requests + access desc, registered desc, since desc) from waiting where requests + access + registered > 0), '[]'::json) as data,
        (select count(*)::int from participations own join events e on e.id = own.event_id where own.user_id = ${userId} and own.asked_role is not null
          and e.status <> 'cancelled' and not ${over(now)} and not coalesce(own.asked_by = any(${hiddenFrom(userId)}), false) and ${notBanned('own')}) as invitations`,
  );
  return row ?? { data: [], invitations: 0 };
}
