import { sql } from 'kysely';
import { insertConversation, insertMemberships, updateConversation } from '../conversations/members-store.ts';
import { insertPair } from '../conversations/pairs-store.ts';
import { insertFollowers, openThread, touchRoot } from '../conversations/threads-store.ts';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { type Ids, idOf } from './ids.ts';
import { giveBelongings } from './past.ts';
import { writeTalk } from './talk.ts';
import { beneath, pinned } from './words/beneath.ts';
import { belongings, privateTalk } from './words/private.ts';

const DAY = 86_400_000;
const GUILD = 'alderwick-makers-guild';

/** Private conversations and groups of the demo people. */
export async function makePrivate(db: Db, ids: Ids, now: Date): Promise<void> {
  for (const { people, name, threads } of privateTalk) {
    const users = people.map((username) => idOf(ids, username));
    const [first = '', second = ''] = users;
    const at = new Date(now.getTime() - 9 * DAY);
    const group = { serverId: null, type: 'group', openTo: 'members', posting: 'everyone', createdBy: first } as const;
    const id =
      users.length === 2
        ? (await insertPair(db, newId(), first, second, at)).id
        : await insertConversation(db, group, at);
    if (name !== '') await updateConversation(db, id, { name });
    await insertMemberships(db, [id], users, at);
    await writeTalk(db, id, threads, ids, { from: new Date(now.getTime() - 6 * DAY), to: now });
  }
}

/** What the people who can sign in have been told, saved and gathered, as everybody's past has it (past.ts). */
export async function makeBelongings(db: Db, now: Date): Promise<void> {
  const at = new Date(now.getTime() - 30 * DAY);
  const { id: serverId } = await db
    .selectFrom('servers')
    .select('id')
    .where('slug', '=', GUILD)
    .executeTakeFirstOrThrow();
  const events = await db.selectFrom('events').select(['id', 'alias']).execute();
  // Those outside the guild, too.
  const everybody = await db.selectFrom('users').select(['id', 'username']).execute();
  const ids: Ids = new Map(everybody.map(({ id, username }) => [username, id]));
  for (const [username, { saved, news, ...rest }] of Object.entries(belongings)) {
    const messages = await Promise.all(
      saved.map(({ channel, begins }) => findBeginning(db, serverId, channel, begins)),
    );
    await giveBelongings(
      db,
      idOf(ids, username),
      {
        ...rest,
        saved: messages.map(({ id: messageId, conversationId }) => ({ conversationId, messageId })),
        news: news.flatMap(({ event, ...one }) => {
          const about = events.find(({ alias }) => alias === event);
          return about ? [{ ...one, subjectId: about.id }] : [];
        }),
      },
      ids,
      { at, now },
    );
  }
}

/** The threads under messages of the guild's channels, and what is pinned there. */
export async function makeBeneath(db: Db, serverId: string, ids: Ids, now: Date): Promise<void> {
  for (const { channel, under, replies } of beneath) {
    const root = await findBeginning(db, serverId, channel, under);
    await openThread(db, root.id, root.at);
    await insertFollowers(db, root.id, [...new Set(replies.map(({ by }) => idOf(ids, by)))], root.at);
    const to = new Date(Math.min(root.at.getTime() + DAY, now.getTime()));
    await writeTalk(db, root.id, [replies], ids, { from: root.at, to });
    await touchRoot(db, root.id);
  }
  for (const { channel, begins } of pinned) {
    const { id, by, at } = await findBeginning(db, serverId, channel, begins);
    await sql`update messages set pinned_at = ${new Date(at.getTime() + 60_000)}, pinned_by = ${by} where id = ${id}`.execute(
      db,
    );
  }
}

async function findBeginning(
  db: Db,
  serverId: string,
  channel: string,
  begins: string,
): Promise<{ id: string; conversationId: string; by: string | null; at: Date }> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('channels', 'channels.conversation_id', 'messages.conversation_id')
    .select([
      'messages.id',
      'messages.conversation_id as conversationId',
      'messages.author_id as by',
      'messages.created_at as at',
    ])
    .where('channels.server_id', '=', serverId)
    .where('channels.name', '=', channel)
    .where('messages.text', 'like', `${begins}%`)
    .executeTakeFirst();
  if (!row) throw new Error(`Nobody says “${begins}” in ${channel}.`);
  return row;
}
