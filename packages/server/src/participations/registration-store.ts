import type { RegistrationFacts, Seeing } from '@folkmoot/contract/participations/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../core/db/compile-once.ts';
import type { Db } from '../core/db/db.ts';
import { admitted, epoch, idOf, manages, partsOf, type Viewer, viewerJoins } from './fragments-store.ts';

/** What decides a registration, in one query. */
export type FoundRegistration = Omit<RegistrationFacts, 'ticket'> & {
  ticket: (NonNullable<RegistrationFacts['ticket']> & { currency: string | null }) | null;
  seen: Seeing & { passcode_hash: string | null };
  /** What the ticket is sold at, and whether its event's account takes money; null if it costs nothing. */
  sale: { price: number; currency: string; fee_bearer: 'buyer' | 'host'; isOpen: boolean } | null;
  person: { firstName: string; lastName: string; email: string } | null;
  /** Whether it has questions. */
  asks: boolean;
  ownId: string | null;
  ownTicketId: string | null;
  /** The code that they have used. */
  ownCodeId: string | null;
  /** If the ticket is hidden, which of the code that they have used and the one that they have entered show it. */
  shownBy: string[];
  revision: number;
  groups: string[];
  /** Banned from its community. */
  banned: boolean;
  /** Holds that have lapsed and are still counted: the seats of `event` and `ticket` are without them. */
  lapsed: number;
  alias: string;
  hosts: string[];
};

export async function findRegistration(
  db: Db,
  eventId: string,
  who: Viewer,
  ticketId: string | null,
  /** When it is: without it, no hold has lapsed. */
  now?: Date,
  /** The code that they have entered: it shows the hidden tickets that it names. */
  codeId?: string,
): Promise<FoundRegistration | undefined> {
  const as = partsOf(who);
  const values = { ...who, eventId, ticketId, now: now ?? null, codeId: codeId ?? null };
  const [row] = await readRegistration(db, { as, lapses: now !== undefined }, values);
  return row;
}

type RegistrationValues = Viewer & {
  eventId: string;
  ticketId: string | null;
  now: Date | null;
  codeId: string | null;
};

const readRegistration = compileOnce<
  { as: readonly (keyof Viewer)[]; lapses: boolean },
  RegistrationValues,
  FoundRegistration
>(({ as, lapses }, values) => {
  const who: Viewer = Object.fromEntries(as.map((name) => [name, values[name]]));
  const lapsed = (ticket: RawBuilder<unknown>) =>
    lapses
      ? sql`(select count(*)::int from participations x where x.event_id = e.id and x.hold_expires_at <= ${values.now} ${ticket})`
      : sql`0`;
  return sql<FoundRegistration>`
      select json_build_object('status', e.status, 'type', e.type, 'start_epoc', ${epoch('e.start_at')}, 'end_epoc', ${epoch('e.end_at')}, 'tbdDate', e.tbd_date,
          'registration_opens_epoc', ${epoch('e.registration_opens_at')}, 'registration_closes_epoc', ${epoch('e.registration_closes_at')},
          'capacity', e.capacity, 'taken', e.taken_count - ${lapsed(sql``)}, 'waiting', e.waiting_count, 'require_approval', e.require_approval, 'waitlist', e.waitlist,
          'tickets', (select count(*)::int from tickets t where t.event_id = e.id)) as event,
        json_build_object('status', e.status, 'visibility', e.visibility, 'member', m.id is not null, 'manages', ${manages(who)},
          'participation', own.status, 'gaveUp', coalesce(own.gave_up, false), 'admitted', ${admitted(who)}, 'passcode_hash', e.passcode_hash) as seen,
        case when u.id is not null then json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) end as person,
        case when k.id is not null then json_build_object('capacity', k.capacity, 'taken', k.taken_count - ${lapsed(sql`and x.ticket_id = k.id`)}, 'waiting', k.waiting_count, 'price', k.price, 'currency', k.currency,
          'withheld', k.is_archived or (k.is_hidden and not coalesce(own.status <> 'not_going' and own.ticket_id = k.id, false) and not coalesce(k.id = any(c.ticket_ids), false)),
          'require_approval', k.require_approval, 'sale_starts_epoc', ${epoch('k.sale_starts_at')}, 'sale_ends_epoc', ${epoch('k.sale_ends_at')}) end as ticket,
        case when k.price > 0 then json_build_object('price', k.price, 'currency', k.currency, 'fee_bearer', k.fee_bearer,
          'isOpen', coalesce(y.state = 'ready' and y.disconnected_at is null and y.user_id is not null, false)) end as sale,
        case when own.id is not null then json_build_object('status', own.status, 'role', own.role, 'approved', own.approved,
          'offer_expires_epoc', ${epoch('own.offer_expires_at')}, 'hold_expires_epoc', ${epoch('own.hold_expires_at')}) end as own, ${lapsed(sql``)} as lapsed,
        exists (select 1 from questions q where q.event_id = e.id and q.removed_at is null) as asks,
        own.id as "ownId", own.ticket_id as "ownTicketId", own.code_id as "ownCodeId", e.revision,
        array(select x.id from codes x where k.is_hidden and x.event_id = e.id and x.id in (own.code_id, ${values.codeId}::uuid) and k.id = any(x.ticket_ids)) as "shownBy",
        array(select c.id from conversations c where c.event_id = e.id) as groups, e.alias,
        array(select h.user_id from participations h where h.event_id = e.id and h.role = 'host' and h.status <> 'not_going' and h.user_id is not null) as hosts,
        m.id is null and exists (select 1 from bans b where b.server_id = e.server_id and b.user_id = coalesce(u.id, own.user_id)) as banned
      from events e ${viewerJoins(who)} left join users u on u.id = ${idOf(who)}
      left join tickets k on k.event_id = e.id and k.id = coalesce(${values.ticketId}::uuid, case when own.status <> 'not_going' then own.ticket_id end)
      left join stripe_accounts y on y.stripe_id = e.stripe_account_id
      left join codes c on c.event_id = e.id and c.id = coalesce(${values.codeId}::uuid, own.code_id)
      where e.id = ${values.eventId}`;
});
