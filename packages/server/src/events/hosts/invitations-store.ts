import type { Attention, InvitationView } from '@folkmoot/contract/events/invitations-schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../../blocks/store.ts';
import { type Db, firstRow } from '../../core/db/db.ts';
import { epoch, notBanned, over, PERSON } from '../../participations/fragments-store.ts';
import { reportedMessagesFor } from '../../reports/personal-store.ts';
import type { EventHooks } from '../page/pages-actions.ts';

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

/**
 * Who has come to event `e` on their own since a moment: registered, or said yes to an invitation; not whom a host has put on
 * the list.
 */
export const cameSince = (since: RawBuilder<unknown>) => sql`(select count(*)::int from participations p
  where p.event_id = e.id and p.role = 'guest' and p.status in ('going', 'waitlisted')
    and (p.asked_by is null or p.registered_at > p.asked_at) and p.registered_at > ${since})`;

/**
 * What is waiting for a host, event by event, on calendars, and how many invitations are waiting for them. Money also at events
 * that are over or cancelled, and questions for a day after the end: it may have come late.
 */
export async function findAttention(
  db: Db,
  hooks: Pick<EventHooks, 'failedRefunds' | 'failedDebits' | 'submissionsFor'>,
  userId: string,
  now: Date,
): Promise<Attention> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const row = await firstRow(
    db,
    sql<Attention>`
      with hosted as (
        select e.id, e.alias, e.name, own.registered_at as since, own.looked_at, coalesce(f.n, 0) as refunds, f.since as refunds_since, coalesce(d.n, 0) as debits, d.since as debits_since,
          e.status = 'published' and not ${over(now)} as open, e.status = 'published' and not ${over(dayAgo)} as recent
        from participations own join events e on e.id = own.event_id left join (${hooks.failedRefunds()}) f on f.event_id = e.id
          left join (${hooks.failedDebits()}) d on d.event_id = e.id
        where own.user_id = ${userId} and own.role = 'host' and own.status <> 'not_going'
          and ((e.status = 'published' and not ${over(dayAgo)}) or f.n is not null)
        order by own.registered_at desc limit 200),
      waiting as (
        select e.*, q.n as questions, q.since as questions_since, r.n as requests, r.since as requests_since, a.n as access, a.since as access_since,
          case when e.open then ${cameSince(sql`coalesce(e.looked_at, e.since)`)} else 0 end as registered
        from hosted e
          cross join lateral (select count(*)::int as n, min(p.registered_at) as since from participations p
            where e.open and p.event_id = e.id and p.role = 'guest' and p.status = 'requested') r
          cross join lateral (select count(*)::int as n, min(x.asked_at) as since from event_access x
            where e.open and x.event_id = e.id and x.status = 'pending') a
          cross join lateral (select count(*)::int as n, min(x.created_at) as since from qna_questions x
            where e.recent and x.event_id = e.id and x.state = 'pending') q),
      invited as materialized (
        select e.id, e.name, own.asked_at from participations own join events e on e.id = own.event_id where own.user_id = ${userId} and own.asked_role is not null
          and e.status <> 'cancelled' and not ${over(now)} and not coalesce(own.asked_by = any(${hiddenFrom(userId)}), false) and ${notBanned('own')})
      select coalesce((select json_agg(json_build_object('eventId', id, 'alias', alias, 'name', name, 'refunds', refunds, 'debits', debits, 'requests', requests, 'access', access,
            'questions', questions, 'registered', registered, 'since', json_build_object('refunds', ${epoch('refunds_since')}, 'debits', ${epoch('debits_since')}, 'requests', ${epoch('requests_since')},
            'access', ${epoch('access_since')}, 'questions', ${epoch('questions_since')}))
          order by refunds desc, debits desc, requests + access + questions desc, registered desc, since desc)
          from waiting where refunds + debits + requests + access + questions + registered > 0), '[]'::json) as data,
        ${hooks.submissionsFor(userId)} as calendars, ${reportedMessagesFor(userId)} as "reportedMessages",
        (select count(*)::int from invited) as invitations, (select coalesce(json_agg(name), '[]'::json) from (select name from invited order by asked_at desc, id limit 2) i) as "invitedTo"`,
  );
  return row ?? { data: [], calendars: [], invitations: 0, invitedTo: [], reportedMessages: 0 };
}
