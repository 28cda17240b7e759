import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../packages/server/src/app.ts';
import { systemClock } from '../../packages/server/src/core/clock.ts';
import { readConfig } from '../../packages/server/src/core/config.ts';
import type { Db } from '../../packages/server/src/core/db/db.ts';
import { openDatabase } from '../../packages/server/src/core/db/open.ts';
import { newId } from '../../packages/server/src/core/id.ts';
import { createLog } from '../../packages/server/src/core/log.ts';
import { STRONG } from '../../packages/server/src/core/security/password-hash.ts';
import { addMembers, makeChannel, makeCommunity, makePerson } from '../../packages/server/src/seed/builders.ts';
import { tokenOf } from '../../packages/server/test/server-process.ts';

/* People of a drill, put straight into the database. */

export type Writer = {
  name: string;
  token: string;
  conversationId: string;
  /** The id that the writer gives to the message, the same for each try. */
  idOf(n: number): string;
};

export type Talker = { email: string; password: string };

export type Guest = { id: string; token: string };

/** What the database has of an event's guests. */
export type Seats = { statuses: Map<string, string>; rows: number; taken: number };

export type World = {
  writers: Writer[];
  /** More people, who do not write. */
  guests(count: number): Promise<Guest[]>;
  seatsOf(eventId: string): Promise<Seats>;
  /** Two people with a password, and a channel of theirs. */
  talkers(): Promise<{ talkers: [Talker, Talker]; channel: { id: string; name: string } }>;
  /** All texts of the conversation, in their order. */
  texts(): Promise<string[]>;
  close(): Promise<void>;
};

/** @param settings of the servers: where the database is, and what sessions are signed with. */
export async function openDrillWorld(
  settings: { DATABASE_URL: string; AUTH_SECRET: string },
  folder: string,
  count: number,
): Promise<World> {
  const config = readConfig({ ...settings, DATA_DIR: mkdtempSync(join(folder, 'world-')), LOG_LEVEL: 'silent' });
  const database = await openDatabase({ ...config, databasePool: 2 });
  const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
  const { db } = database;
  const creator = await makePerson(db);
  const { id: serverId } = await makeCommunity(db, creator.id);
  const people = await Promise.all(Array.from({ length: count }, () => makePerson(db)));
  const members = people.map(({ id }) => id);
  await addMembers(db, serverId, members);
  const { conversationId } = await makeChannel(db, serverId, creator.id, { members: [creator.id, ...members] });
  const writers: Writer[] = [];
  for (const [n, { id }] of people.entries()) {
    const ids: string[] = [];
    writers.push({
      ...{ name: `writer ${n}`, token: await tokenOf(db, app, id), conversationId },
      idOf: (turn) => (ids[turn] ??= newId()),
    });
  }
  return {
    writers,
    async guests(wanted) {
      const guests: Guest[] = [];
      for (let n = 0; n < wanted; n += 1) {
        const { id } = await makePerson(db);
        guests.push({ id, token: await tokenOf(db, app, id) });
      }
      return guests;
    },
    async talkers() {
      const both = [await makePerson(db, { firstName: 'Ann' }), await makePerson(db, { firstName: 'Bo' })] as const;
      const ids = both.map(({ id }) => id);
      await addMembers(db, serverId, ids);
      const password = newId();
      const at = new Date();
      for (const id of ids)
        await db
          .insertInto('accounts')
          .values({
            ...{ id: newId(), user_id: id, account_id: id, provider_id: 'credential' },
            ...{ password: await STRONG.passwords.hash(password), created_at: at, updated_at: at },
          })
          .execute();
      const [ann, bo] = both;
      return {
        talkers: [
          { email: ann.email, password },
          { email: bo.email, password },
        ],
        channel: await makeChannel(db, serverId, creator.id, { name: 'kiln', members: [...ids] }),
      };
    },
    seatsOf: (eventId) => seatsOf(db, eventId),
    texts: () => textsOf(db, conversationId),
    async close() {
      await app.http.close();
      await database.close();
    },
  };
}

async function textsOf(db: Db, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('text')
    .where('conversation_id', '=', conversationId)
    .orderBy('seq')
    .execute();
  return rows.map(({ text }) => text);
}

async function seatsOf(db: Db, eventId: string): Promise<Seats> {
  const rows = await db
    .selectFrom('participations')
    .select(['user_id', 'status'])
    .where('event_id', '=', eventId)
    .where('role', '=', 'guest')
    .execute();
  const { taken_count: taken } = await db
    .selectFrom('events')
    .select('taken_count')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return { statuses: new Map(rows.map((row) => [row.user_id ?? '', row.status])), rows: rows.length, taken };
}
