import { fold } from '@folkmoot/contract/core/text.ts';
import type { EventFields } from '@folkmoot/contract/events/schema.ts';
import type { EventStatus } from '@folkmoot/contract/participations/schema.ts';
import { sql } from 'kysely';
import { deleteAliases, insertAlias, replaceAlias } from '../../communities/aliases-store.ts';
import type { Db } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';

/** The fields of an event that are stored as sent; the cover's tint and the passcode's hash are derived. */
type Kept = Omit<EventFields, 'alias' | 'passcode'>;
export type EventChange = { [Field in keyof Kept]?: Kept[Field] | undefined } & {
  passcode_hash?: string | null;
  cover_tint?: string;
};

function columnsOf(change: EventChange) {
  const { attend_type_details: details, location, serverId, tbdDate, tbdLocation, showGuests, coverCredit } = change;
  const at = (epoch: number | null | undefined) =>
    epoch === null || epoch === undefined ? null : new Date(epoch * 1000);
  return {
    ...pick(change, ['name', 'summary', 'description', 'type', 'event_url', 'visibility', 'time_zone', 'is_all_day']),
    ...pick(change, [
      'attend_type',
      'cover',
      'cover_tint',
      'tint',
      'capacity',
      'require_approval',
      'waitlist',
      'passcode_hash',
    ]),
    ...(coverCredit !== undefined && { cover_credit: coverCredit === null ? null : JSON.stringify(coverCredit) }),
    ...(serverId !== undefined && { server_id: serverId }),
    ...(tbdDate !== undefined && { tbd_date: tbdDate }),
    ...(tbdLocation !== undefined && { tbd_location: tbdLocation }),
    ...(showGuests !== undefined && { show_guests: showGuests }),
    ...(change.start_epoc !== undefined && { start_at: at(change.start_epoc) }),
    ...(change.end_epoc !== undefined && { end_at: at(change.end_epoc) }),
    ...(change.registration_opens_epoc !== undefined && { registration_opens_at: at(change.registration_opens_epoc) }),
    ...(change.registration_closes_epoc !== undefined && {
      registration_closes_at: at(change.registration_closes_epoc),
    }),
    ...(details && { virtual_address: details.virtual_address, in_person_address: details.in_person_address }),
    ...(location !== undefined && {
      location: location === null ? null : JSON.stringify(location),
      lat: location?.latLng?.lat ?? null,
      lng: location?.latLng?.lng ?? null,
    }),
  };
}

type Picked<From, Key extends keyof From> = { [One in Key]?: Exclude<From[One], undefined> };

function pick<From extends object, Key extends keyof From>(from: From, keys: readonly Key[]): Picked<From, Key> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Picked<
    From,
    Key
  >;
}

/** Writes a draft. Violates `aliases_pkey` when the address is taken, `events_draft` when it is there already. */
export async function insertEvent(
  db: Db,
  {
    draftId,
    calendarId,
    creatorId,
    alias,
    time_zone,
    ...fields
  }: EventChange & {
    draftId?: string | undefined;
    calendarId?: string | undefined;
    creatorId: string;
    alias: string;
    name: string;
    time_zone: string;
  },
  now: Date,
): Promise<string> {
  const id = newId();
  await insertAlias(db, 'event', id, alias, now);
  await db
    .insertInto('events')
    .values({
      id,
      draft_id: draftId ?? null,
      calendar_id: calendarId ?? null,
      creator_id: creatorId,
      alias,
      time_zone,
      created_at: now,
      updated_at: now,
      content_changed_at: now,
      ...columnsOf(fields),
      name: fields.name,
    })
    .execute();
  await refreshSearchText(db, id);
  return id;
}

/** Changes an event. A trigger raises its version for calendars (RFC 5545, SEQUENCE) if they show what has changed. */
export async function updateEvent(db: Db, id: string, change: EventChange, now: Date): Promise<void> {
  await db
    .updateTable('events')
    .set({
      ...columnsOf(change),
      updated_at: now,
      revision: sql<number>`revision + 1`,
      ...(change.start_epoc !== undefined && remindAnew(change.start_epoc)),
    })
    .where('id', '=', id)
    .execute();
  if (SEARCHED.some((field) => change[field] !== undefined)) await refreshSearchText(db, id);
}

/** What an event is found by. */
const SEARCHED = ['name', 'summary', 'attend_type_details', 'location', 'tbdLocation'] as const;

/** People get a reminder of a new start, and no second one of the same start. */
function remindAnew(start: number | null) {
  const unless = (column: 'reminded_day_at' | 'reminded_hour_at') =>
    sql<Date | null>`case when start_at is not distinct from to_timestamp(${start}::bigint) then ${sql.ref(column)} end`;
  return { reminded_day_at: unless('reminded_day_at'), reminded_hour_at: unless('reminded_hour_at') };
}

/** Something that decides registrations has changed: those decided on the old facts are decided again. */
export async function touchEvent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('events')
    .set({ revision: sql<number>`revision + 1`, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** The same without a visible change: decisions that were based on the old facts are made again. */
export async function bumpRevision(db: Db, id: string): Promise<void> {
  await sql`update events set revision = revision + 1 where id = ${id}`.execute(db);
}

/** Publishes, unpublishes or cancels. */
export async function setStatus(db: Db, id: string, status: EventStatus, now: Date, cancelMessage = ''): Promise<void> {
  await db
    .updateTable('events')
    .set({
      status,
      updated_at: now,
      revision: sql<number>`revision + 1`,
      published_at: status === 'published' ? now : status === 'draft' ? null : sql<Date>`published_at`,
      cancelled_at: status === 'cancelled' ? now : null,
      cancel_message: cancelMessage,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteEvent(db: Db, id: string): Promise<void> {
  await deleteAliases(db, id);
  await db.deleteFrom('events').where('id', '=', id).execute();
}

/**
 * Gives an event another address. The old one redirects for ever, unless `forwards` is false: a draft's address was
 * never shared, and may be taken by another event. An event may return to its own earlier address.
 */
export async function renameEvent(db: Db, id: string, alias: string, forwards: boolean, now: Date): Promise<void> {
  await replaceAlias(db, 'event', id, { alias, forwards }, now);
  await db.updateTable('events').set({ alias, updated_at: now }).where('id', '=', id).execute();
}

/** How often a published event's address has changed since then: this many of its addresses redirect. */
export async function countRenames(db: Db, id: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('aliases')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('resource_id', '=', id)
    .where('current', '=', false)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** The event that a person created under their own id for it. */
export async function findBegun(db: Db, creatorId: string, draftId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('draft_id', '=', draftId)
    .executeTakeFirst();
  return row?.id;
}

/** A person's drafts. */
export async function countDrafts(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('creator_id', '=', userId)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Which of these addresses are taken by anything. */
export async function listTaken(db: Db, aliases: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('aliases')
    .select('alias')
    .where('alias', '=', sql<string>`any(${[...aliases]}::text[])`)
    .execute();
  return new Set(rows.map(({ alias }) => alias));
}

async function refreshSearchText(db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom('events')
    .select(['name', 'summary', 'in_person_address', 'location', 'tbd_location'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const location = (row.location ?? {}) as { description?: string; locality?: string };
  // A location that is to be announced is not found by its name either.
  const where = row.tbd_location ? [] : [row.in_person_address, location.description, location.locality];
  const text = fold([row.name, row.summary, ...where].join(' '));
  await db.updateTable('events').set({ search_text: text }).where('id', '=', id).execute();
}

export type Copy = { alias: string; creatorId: string; start_epoc: number; end_epoc: number; time_zone: string };

/** A copy at another time, published, with an empty guest list. Violates `aliases_pkey` when the address is taken. */
export async function copyEvent(db: Db, from: string, copy: Copy, now: Date): Promise<string> {
  const id = newId();
  await insertAlias(db, 'event', id, copy.alias, now);
  await sql`insert into events (id, creator_id, server_id, alias, name, summary, description, status, type, event_url, visibility, passcode_hash, start_at, end_at, time_zone,
      is_all_day, tbd_location, attend_type, virtual_address, in_person_address, location, lat, lng, cover, cover_credit, cover_tint, tint, capacity, require_approval, waitlist, show_guests,
      published_at, search_text, created_at, updated_at, content_changed_at)
    select ${id}, ${copy.creatorId}, server_id, ${copy.alias}, name, summary, description, 'published', type, event_url, visibility, passcode_hash,
      to_timestamp(${copy.start_epoc}::bigint), to_timestamp(${copy.end_epoc}::bigint), ${copy.time_zone},
      is_all_day, tbd_location, attend_type, virtual_address, in_person_address, location, lat, lng, cover, cover_credit, cover_tint, tint, capacity, require_approval, waitlist, show_guests,
      ${now}, search_text, ${now}, ${now}, ${now} from events where id = ${from}`.execute(db);
  return id;
}

/** Another event that shows the same cover. */
export async function findSharingCover(db: Db, eventId: string, cover: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('cover', '=', cover)
    .where('id', '<>', eventId)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The account at Stripe that an event's tickets are paid to. */
export async function setStripeAccount(db: Db, eventId: string, stripeId: string): Promise<void> {
  await sql`update events set stripe_account_id = ${stripeId} where id = ${eventId}`.execute(db);
}
