import { once } from 'node:events';
import type { DeletionCode, TokenAnswer } from '@folkmoot/contract/accounts/leaving-schema.ts';
import type { MessagePage, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import type { createEvent } from '@folkmoot/contract/events/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { newId } from '../../src/core/id.ts';
import { addMembers, makeChannel, makeCommunity, makePerson, type Person } from '../../src/seed/builders.ts';
import { until } from '../fixtures/until.ts';
import { codeIn, type Mailbox, openMailbox } from '../mail.ts';
import { type ServerProcess, startServerProcess, stop, tokenOf } from '../server-process.ts';

/* The server as its own process, killed with SIGKILL while it erases what is left of somebody who has deleted their account. */

/** The erasing takes 500 at once. */
const MESSAGES = 5_000;
const OTHERS = 40;

let mailbox: Mailbox;
let product: ServerProcess;
let leaver: Person;
let serverId: string;
let conversationId: string;
const tokens = { ann: '', zeb: '' };

beforeAll(async () => {
  mailbox = await openMailbox();
  product = await startServerProcess({ SMTP_URL: mailbox.url });
  await product.inside(async (db, app) => {
    const ann = await makePerson(db);
    leaver = await makePerson(db, { firstName: 'Zebedee', lastName: 'Quincewort', username: 'quillfeather' });
    ({ id: serverId } = await makeCommunity(db, ann.id));
    await addMembers(db, serverId, [leaver.id]);
    ({ conversationId } = await makeChannel(db, serverId, ann.id, { members: [ann.id, leaver.id] }));
    const write = (authorId: string, from: number, count: number) =>
      sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
        select ${conversationId}, ${conversationId}, n, gen_random_uuid(), n, ${authorId}, gen_random_uuid(), 'Message ' || n, ${new Date()}::timestamptz
        from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(db);
    await write(leaver.id, 1, MESSAGES / 2);
    await write(ann.id, MESSAGES / 2 + 1, OTHERS);
    await write(leaver.id, MESSAGES / 2 + OTHERS + 1, MESSAGES / 2);
    await sql`update conversations set version = ${MESSAGES + OTHERS}, last_seq = ${MESSAGES + OTHERS} where id = ${conversationId}`.execute(
      db,
    );
    tokens.ann = await tokenOf(db, app, ann.id);
    tokens.zeb = await tokenOf(db, app, leaver.id);
  });
}, 60_000);
afterAll(async () => {
  await product.close();
  await mailbox.close();
});

type Who = keyof typeof tokens;

async function call<Given>(url: string, who: Who, path: string, method = 'GET', body?: object): Promise<Given> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[who]}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Given;
}

const messagesAfter = (url: string, seq: number) =>
  call<MessagePage>(url, 'ann', `/conversations/${conversationId}/messages?after=${seq}`);

/** All that can be read in the conversation, by the other member. */
async function allMessages(url: string): Promise<MessageView[]> {
  const all: MessageView[] = [];
  for (;;) {
    const page = await messagesAfter(url, all.at(-1)?.seq ?? 0);
    all.push(...page.data);
    if (!page.hasAfter) return all;
  }
}

const found = async (url: string, search: string) =>
  (await call<{ data: object[] }>(url, 'ann', `/search/messages?${new URLSearchParams({ search })}`)).data.length;

const profileStatus = async (url: string) =>
  (await fetch(`${url}/api/v1/profile/${leaver.id}`, { headers: { authorization: `Bearer ${tokens.ann}` } })).status;

/** The leaver is going to an event of the other one, who names them in a message. */
async function meet(url: string): Promise<string> {
  const start_epoc = Math.floor(Date.now() / 1000) + 7 * 86_400;
  const fields = { name: 'Kiln opening', start_epoc, end_epoc: start_epoc + 7200, capacity: 10 };
  const { id } = (await call<Answer<typeof createEvent>>(url, 'ann', '/events', 'POST', fields)).data;
  await call(url, 'ann', `/events/${id}/publish`, 'POST', {});
  await call(url, 'zeb', `/events/${id}/register`, 'PUT', {});
  const said = { clientId: newId(), text: 'Thank you @quillfeather for all of it' };
  await call(url, 'ann', `/conversations/${conversationId}/messages`, 'POST', said);
  return id;
}

/** Somebody deletes their account, with the code that is sent to them. */
async function leave(url: string): Promise<void> {
  type Token = z.output<typeof TokenAnswer>;
  const asked = await call<Token>(url, 'zeb', `/auth/send-otp/${leaver.id}`, 'POST', {});
  let mail = await mailbox.next(leaver.email);
  while (!mail.subject?.endsWith('your code to delete your account')) mail = await mailbox.next(leaver.email);
  const code: z.input<typeof DeletionCode> = { token: asked.data.token, otp: codeIn(mail) };
  const { data } = await call<Token>(url, 'zeb', '/auth/delete-account-verification', 'POST', code);
  const why = { token: data.token, deletionReason: 'Duplicate Accounts' };
  await call(url, 'zeb', '/auth/delete-account', 'PATCH', why);
}

test('a process that is killed while it erases somebody leaves nothing that the next one does not erase', async () => {
  const first = await product.start();
  const eventId = await meet(first.url);
  await until(async () =>
    expect([await found(first.url, 'from:quillfeather'), await found(first.url, 'quillfeather')]).toEqual([20, 1]),
  );
  await leave(first.url);
  // The oldest and the newest of them, since they may be erased in any order.
  const erased = async () => {
    const some = [await messagesAfter(first.url, 0), await messagesAfter(first.url, MESSAGES + OTHERS - 50)];
    return some.flatMap(({ data }) => data).filter(({ authorId }) => authorId === null).length;
  };
  await until(async () => expect(await erased()).toBeGreaterThan(0));
  const gone = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await gone;
  await product.inside(async (db) => {
    const { rows } = await sql<{ left: number; open: number }>`select
      (select count(*)::int from messages where author_id = ${leaver.id}) as left,
      (select count(*)::int from departures where user_id = ${leaver.id} and done_at is null) as open`.execute(db);
    expect(rows[0]?.open).toBe(1);
    // It was in the middle of it.
    expect(rows[0]?.left).toBeGreaterThan(0);
    expect(rows[0]?.left).toBeLessThan(MESSAGES);
  });

  const second = await product.start();
  // Their row goes last. To ask seldom, and for little, leaves the process time to erase.
  await vi.waitFor(async () => expect(await profileStatus(second.url)).toBe(404), { timeout: 120_000, interval: 250 });
  const all = await allMessages(second.url);
  expect(all.filter(({ authorId }) => authorId === leaver.id)).toEqual([]);
  expect(all.filter(({ authorId }) => authorId === null)).toHaveLength(MESSAGES);
  expect(all.filter(({ authorId }) => authorId !== null).map(({ text }) => text)).toEqual([
    ...Array.from({ length: OTHERS }, (_, n) => `Message ${MESSAGES / 2 + 1 + n}`),
    'Thank you Deleted member for all of it',
  ]);
  await until(async () =>
    expect([await found(second.url, 'quillfeather'), await found(second.url, '"Thank you Deleted member"')]).toEqual([
      0, 1,
    ]),
  );
  expect(await found(second.url, `from:${leaver.username}`)).toBe(0);
  expect(await stop(second.child)).toBe(0);

  await product.inside(async (db) => {
    const one = async (query: ReturnType<typeof sql<object>>) => (await query.execute(db)).rows;
    expect(
      await one(
        sql`select user_id, email, username, first_name, last_name, done_at is not null as done from departures`,
      ),
    ).toEqual([{ user_id: null, email: '', username: '', first_name: '', last_name: '', done: true }]);
    expect(await one(sql`select from users where id = ${leaver.id}`)).toEqual([]);
    expect(
      await one(sql`select (select member_count from servers where id = ${serverId}) as members,
        (select member_count from conversations where id = ${conversationId}) as inside,
        (select going_count from events where id = ${eventId}) as going, (select taken_count from events where id = ${eventId}) as taken`),
    ).toEqual([{ members: 1, inside: 1, going: 0, taken: 0 }]);
    expect(
      await one(sql`select from message_words where words @@ ${`'@${leaver.id.replaceAll('-', '')}'`}::tsquery`),
    ).toEqual([]);
  });
}, 240_000);
