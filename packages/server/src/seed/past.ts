import type { NotificationKind } from '@folkmoot/contract/notifications/schema.ts';
import { sql } from 'kysely';
import { insertBlock } from '../blocks/store.ts';
import { insertMemberships } from '../conversations/members-store.ts';
import { insertPair } from '../conversations/pairs-store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { insertGroup, insertGuests } from '../groups/store.ts';
import { insertNews } from '../notifications/store.ts';
import { insertSaved } from '../saved/store.ts';
import { addMembers, makeChannel, makeCommunity, makePerson } from './builders.ts';
import { come, makeOne } from './events.ts';
import { type Ids, idOf } from './ids.ts';
import { directWords, ownEvents, village } from './past-words.ts';
import { writeTalk } from './talk.ts';

const DAY = 86_400_000;

/** Those who take part in everything that a person with a past remembers, and where. */
export type Village = {
  /** Ids by username. */
  ids: Ids;
  communities: readonly { id: string; channels: readonly { conversationId: string }[] }[];
};

/**
 * Makes the people, the communities and the event that everybody with a past knows; in a database that has them, finds
 * them. Not for two callers at once.
 */
export async function makeVillage(db: Db, now: Date): Promise<Village> {
  const at = new Date(now.getTime() - 200 * DAY);
  const known = await allRows(
    db,
    sql<{
      id: string;
      username: string;
    }>`select id, username from users where username = any(${village.people.map(({ username }) => username)}::text[])`,
  );
  const ids = new Map(known.map(({ id, username }) => [username, id]));
  const fresh = ids.size === 0;
  if (fresh)
    for (const person of village.people) ids.set(person.username, (await makePerson(db, { ...person, at })).id);
  const communities: Village['communities'][number][] = [];
  for (const { slug, channels, ...words } of village.communities) {
    const found = await firstRow(db, sql<{ id: string }>`select id from servers where slug = ${slug}`);
    if (found) {
      const rows = await allRows(
        db,
        sql<{
          conversationId: string;
        }>`select conversation_id as "conversationId" from channels where server_id = ${found.id} order by name`,
      );
      communities.push({ id: found.id, channels: rows });
      continue;
    }
    const [creator = '', ...others] = [...ids.values()];
    const { id } = await makeCommunity(db, creator, { slug, ...words, at });
    await addMembers(db, id, others, 'MEMBER', at);
    const made: { conversationId: string }[] = [];
    for (const { threads, ...channel } of channels) {
      const { conversationId } = await makeChannel(db, id, creator, {
        ...channel,
        isDefault: true,
        members: [...ids.values()],
        at,
      });
      await writeTalk(db, conversationId, threads, ids, { from: new Date(now.getTime() - 9 * DAY), to: now });
      made.push({ conversationId });
    }
    communities.push({ id, channels: made });
  }
  if (fresh) await makeOne(db, village.event, ids, now);
  return { ids, communities };
}

/** What a person's past has beside what everybody's has. */
export type Past = {
  id: string;
  username: string;
  /** The zone that their profile names; without it, that stays what it is. */
  timeZone?: string;
};

/**
 * Gives a person a past: three communities with unread channels, a mention, two direct messages that are unread,
 * notifications, a saved message, a draft of an event, an event that they hosted and one that they will, one that they
 * are going to, a group of guests, and somebody whom they have blocked. Nothing of it is seen by anybody but the village.
 */
export async function givePast(
  db: Db,
  { id: userId, username, timeZone }: Past,
  place: Village,
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - 120 * DAY);
  const ids = new Map([...place.ids, [username, userId]]);
  await sql`update users set created_at = ${at}, time_zone = coalesce(${timeZone ?? null}::text, time_zone) where id = ${userId}`.execute(
    db,
  );
  for (const { id, channels } of place.communities) {
    await addMembers(db, id, [userId], 'MEMBER', at);
    const conversations = channels.map(({ conversationId }) => conversationId);
    await sql`update conversation_members m set read_seq = greatest(0, c.last_seq - 3) from conversations c
      where m.user_id = ${userId} and m.conversation_id = c.id and c.id = any(${conversations}::uuid[])`.execute(db);
  }
  const [first] = place.communities[0]?.channels ?? [];
  for (const [other, threads] of Object.entries(directWords)) {
    const pair = await insertPair(db, newId(), idOf(ids, other), userId, at);
    await insertMemberships(db, [pair.id], [idOf(ids, other), userId], at);
    await writeTalk(db, pair.id, threads, ids, { from: new Date(now.getTime() - 2 * DAY), to: now });
  }
  const made: string[] = [];
  for (const event of ownEvents)
    made.push(await makeOne(db, { ...event, slug: `${event.slug}-${userId.slice(-12)}`, host: username }, ids, now));
  await goes(db, userId, now);
  const [hosted] = made;
  const told = ['registration', 'approval_request'] as const;
  await giveBelongings(
    db,
    userId,
    {
      news: hosted === undefined ? [] : told.map((kind) => ({ kind, subjectId: hosted, from: village.friend })),
      saved: first ? await mention(db, userId, first.conversationId) : [],
      groups: [{ name: 'Thursday regulars', guests: [village.friend] }],
      blocked: [village.blocked],
    },
    ids,
    { at, now },
  );
}

/** What is somebody's alone. People are named by username. */
export type Belongings = {
  news: readonly { kind: NotificationKind; subjectId: string; from: string }[];
  saved: readonly { conversationId: string; messageId: string }[];
  groups: readonly { name: string; guests: readonly string[] }[];
  blocked: readonly string[];
};

/** Gives a person notifications that they have not read, messages that they saved, groups of guests, and people whom they have blocked. */
export async function giveBelongings(
  db: Db,
  userId: string,
  { news, saved, groups, blocked }: Belongings,
  ids: Ids,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  for (const { kind, subjectId, from } of news)
    await insertNews(db, { kind, subjectId, userIds: [userId], personId: idOf(ids, from) }, now);
  for (const message of saved) await insertSaved(db, userId, message, now);
  for (const { name, guests } of groups) {
    const id = newId();
    await insertGroup(db, { id, ownerId: userId, name, description: '', image: null, rule: null }, at);
    await insertGuests(
      db,
      userId,
      id,
      guests.map((username) => ({ id: newId(), userId: idOf(ids, username) })),
    );
  }
  for (const username of blocked) await insertBlock(db, userId, idOf(ids, username), at);
}

/** Has the newest message mention somebody. @returns the one before, which they save. */
async function mention(
  db: Db,
  userId: string,
  conversationId: string,
): Promise<{ conversationId: string; messageId: string }[]> {
  const [newest, before] = await allRows(
    db,
    sql<{
      home_id: string;
      seq: number;
      id: string;
      created_at: Date;
    }>`select home_id, seq, id, created_at from messages
      where conversation_id = ${conversationId} order by seq desc limit 2`,
  );
  if (newest)
    await sql`insert into mentions (home_id, conversation_id, user_id, seq, message_id, created_at)
      values (${newest.home_id}, ${conversationId}, ${userId}, ${newest.seq}, ${newest.id}, ${newest.created_at}) on conflict do nothing`.execute(
      db,
    );
  return before ? [{ conversationId, messageId: before.id }] : [];
}

/** Comes to the village's event. */
async function goes(db: Db, userId: string, now: Date): Promise<void> {
  const event = await firstRow(db, sql<{ id: string }>`select id from events where alias = ${village.event.slug}`);
  if (event) await come(db, event.id, { userId }, new Date(now.getTime() - 4 * DAY));
}
