import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readAddress } from '@folkmoot/contract/core/email.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../src/core/command.ts';
import { newId } from '../src/core/id.ts';
import { insertInvitations } from '../src/invitations/community/community-store.ts';
import { queueMailing } from '../src/mailings/actions.ts';
import { makeCommunity, makePerson } from '../src/seed/builders.ts';
import { createDatabase, testServer } from './database.ts';
import { type Mailbox, openMailbox } from './mail.ts';
import { ALL } from './scope.ts';
import { type ServerProcess, startServerProcess, stop } from './server-process.ts';

/* The server as its own process, killed with SIGKILL while letters leave. */

const KILLS = ALL ? 3 : 1;
const PEOPLE = ALL ? 2_000 : 300;
/** Letters that a process has taken at once: when it dies, nobody sends them for two minutes. */
const UNDER_WAY = 50;
/** Connections of one server to the mail server: a process that dies leaves at most as many letters to be sent again. */
const CONNECTIONS = 5;

const SETTINGS = { MAIL_PER_MINUTE: '1000000' };

let mailbox: Mailbox;
const ended: (() => Promise<void>)[] = [];

/** What the mailbox waits for before it takes a letter. */
let hold: (() => Promise<void>) | undefined;

beforeEach(async () => {
  hold = undefined;
  mailbox = await openMailbox(() => hold?.());
  ended.push(() => mailbox.close());
});
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A product that sends to the mailbox, on a database of its own or on one that is given. */
async function openProduct(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const product = await startServerProcess({ ...SETTINGS, SMTP_URL: mailbox.url, ...settings });
  ended.push(() => product.close());
  return product;
}

/** A mailing whose letters are due at once. */
async function queueLetters(product: ServerProcess): Promise<void> {
  await product.inside(async (db, app) => {
    const { id: senderId } = await makePerson(db);
    const { id: serverId } = await makeCommunity(db, senderId);
    const addresses = Array.from({ length: PEOPLE }, (_, n) => readAddress(`p${n}@crash.example`)).flatMap(
      (read) => read ?? [],
    );
    const mailingId = newId();
    const mailing = { id: mailingId, kind: 'community_invitation', serverId, senderId } as const;
    await runCommand(db, app.services, true, (command) =>
      queueMailing(command, { ...mailing, subject: 'Come', html: '<p>x</p>', body: 'x', note: {} }, async () => {
        const inviting = { serverId, inviterId: senderId, seesAll: true, now: command.now };
        const { invited } = await insertInvitations(command.tx, addresses, inviting, { mailingId, channelIds: [] });
        return invited.map(({ id, address, key }) => ({ id: newId(), address, key, targetId: id }));
      }),
    );
    await sql`update mailings set starts_at = starts_at - interval '1 minute'`.execute(db);
    await sql`update letters set due_at = due_at - interval '1 minute'`.execute(db);
  });
}

/** Two minutes pass, after which another process takes over what one had begun that died. */
const passTwoMinutes = (product: ServerProcess) =>
  product.inside((db) => sql`update letters set leased_until = leased_until - interval '5 minutes'`.execute(db));

const reached = () => new Set(mailbox.taken.map(({ to }) => to)).size;

/** Every address has got its letter, the repeats are few, and each has the Message-ID of the first. */
async function expectAllOnce(product: ServerProcess, kills: number): Promise<void> {
  const ids = Map.groupBy(mailbox.taken, ({ to }) => to);
  for (const letters of ids.values()) expect(new Set(letters.map(({ mail }) => mail.messageId)).size).toBe(1);
  expect(mailbox.taken.length - PEOPLE).toBeLessThanOrEqual(kills * CONNECTIONS);
  const counted = await product.inside((db) =>
    sql<{ state: string; sent: number; failed: number }>`select state, sent, failed from mailings`.execute(db),
  );
  expect(counted.rows).toEqual([{ state: 'done', sent: PEOPLE, failed: 0 }]);
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('every letter of a mailing leaves although the server is killed, and a repeat has the Message-ID of the first', async () => {
  const product = await openProduct();
  await queueLetters(product);
  for (let round = 1; round <= KILLS; round += 1) {
    const { child } = await product.start();
    const enough = Math.floor((round * PEOPLE) / (KILLS + 1));
    await vi.waitFor(() => expect(mailbox.taken.length).toBeGreaterThan(enough), { timeout: 60_000, interval: 2 });
    await kill(child);
    await passTwoMinutes(product);
  }
  const { child } = await product.start();
  await vi.waitFor(() => expect(reached()).toBe(PEOPLE), { timeout: 90_000, interval: 100 });
  expect(await stop(child)).toBe(0);
  await expectAllOnce(product, KILLS);
}, 300_000);

// PGlite is open in one process alone.
test.skipIf(!testServer || !ALL)(
  'two servers share a mailing, and while one is killed the other goes on: no letter is lost',
  async () => {
    const { url, drop } = await createDatabase('template0');
    ended.push(drop);
    const [one, other] = [await openProduct({ DATABASE_URL: url }), await openProduct({ DATABASE_URL: url })];
    await queueLetters(one);
    // No letter is taken before both servers are at work: each has five connections.
    const { promise: both, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    hold = () => {
      waiting += 1;
      if (waiting > CONNECTIONS) resolve();
      return both;
    };
    const [{ child: first }, { child: second }] = [await one.start(), await other.start()];
    await vi.waitFor(() => expect(mailbox.taken.length).toBeGreaterThan(PEOPLE / 3), { timeout: 60_000, interval: 2 });
    await kill(first);
    // What the first had begun is nobody's for two minutes; the second sends all the rest.
    await vi.waitFor(() => expect(reached()).toBeGreaterThanOrEqual(PEOPLE - UNDER_WAY), {
      timeout: 60_000,
      interval: 20,
    });
    const left = () =>
      one.inside((db) =>
        sql<{ n: number }>`select count(*)::int as n from letters where state = 'queued'`
          .execute(db)
          .then(({ rows }) => rows[0]?.n),
      );
    await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 60_000, interval: 200 });
    expect(await stop(second)).toBe(0);
    // Two servers that live never send the same letter.
    expect(mailbox.taken.length).toBe(reached());
    await passTwoMinutes(one);
    const { child: third } = await one.start();
    await vi.waitFor(() => expect(reached()).toBe(PEOPLE), { timeout: 60_000, interval: 100 });
    expect(await stop(third)).toBe(0);
    await expectAllOnce(one, 1);
  },
  300_000,
);
