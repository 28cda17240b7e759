import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answering, type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { runCommand } from '../../core/command.ts';
import { newId } from '../../core/id.ts';
import { makeCommunity } from '../../seed/builders.ts';
import { type MailingHooks, queueMailing, resumeMailing } from '../actions.ts';
import { createStopTokens } from '../stops/stops-actions.ts';
import { mailingQueues, outcomeOf } from './jobs.ts';
import { closeMailings, takeTokens } from './sending-store.ts';

let world: World;
let mailbox: Mailbox;
/** What the mail server says in a test. */
let answering: Answering;
const ended: (() => void)[] = [];

beforeAll(async () => {
  mailbox = await openMailbox((to, tries) => answering(to, tries));
  world = await openWorld({ SMTP_URL: mailbox.url, MAIL_PER_MINUTE: '1000000' });
});
beforeEach(() => {
  answering = () => undefined;
});
afterEach(async () => {
  for (const end of ended.splice(0)) end();
  await sql`delete from mailings`.execute(world.db);
  await sql`delete from mail_rate`.execute(world.db);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const MINUTE = 60_000;

/** Hooks of a kind whose letters are always the same. */
const plain: MailingHooks = {
  mayGoOn: async () => ({ go: 'on', until: null }),
  writeLetters: async (_, mailing, letters) =>
    letters.map(({ address }) => ({
      ...{ to: address, subject: mailing.subject, html: '<p>x</p>', text: 'x' },
      scope: { scope: 'server' as const, id: mailing.serverId ?? '' },
    })),
  lettersSettled: async () => undefined,
  lettersWithdrawn: async () => undefined,
  letterReturned: async () => undefined,
};

/** A mailing whose letters are due. Addresses of one test are no others'. */
async function queue(addresses: readonly string[]): Promise<string> {
  const sender = await world.person();
  const { id: serverId } = await makeCommunity(world.db, sender.id);
  const id = newId();
  const mailing = { id, kind: 'community_invitation', serverId, senderId: sender.id } as const;
  const words = { subject: 'Come', html: '<p>x</p>', body: 'x', note: {} };
  const letters = addresses.map((address) => ({ id: newId(), address, key: address, targetId: newId() }));
  await runCommand(world.db, world.app.services, true, (command) =>
    queueMailing(command, { ...mailing, ...words }, async () => letters),
  );
  world.clock.moveBy(31_000);
  return id;
}

/** One of several processes that send letters. */
function openProcess(hooks: Partial<MailingHooks> = {}, settings: object = {}): () => Promise<void> {
  const { queues, stop } = mailingQueues({
    ...{ db: world.db, services: world.app.services, log: silent, appUrl: () => 'https://moot.example' },
    hooksOf: () => ({ ...plain, ...hooks }),
    scheduled: { selectLetters: async () => [] },
    config: { ...world.config, ...settings },
    tokens: createStopTokens(world.config.authSecret),
  });
  ended.push(stop);
  return async () => void (await queues[0]?.work({} as never, () => false));
}

const silent = { error: () => undefined } as never;

type State = { state: string; reason: string; sent: number; failed: number };

const stateOf = async (id: string) =>
  (await sql<State>`select state, reason, sent, failed from mailings where id = ${id}`.execute(world.db)).rows[0];

const many = (count: number, domain: string) => Array.from({ length: count }, (_, n) => `reader${n}@${domain}`);

/** Who at some domains got a letter, in order. */
const toOf = (...domains: string[]) =>
  mailbox.taken.map(({ to }) => to).filter((to) => domains.some((domain) => to.endsWith(`@${domain}`)));

describe('sending the letters of a mailing', () => {
  test('every letter leaves once, however many processes send, with the headers to unsubscribe', async () => {
    const readers = many(120, 'once.example');
    const id = await queue(readers);
    await Promise.all([openProcess(), openProcess(), openProcess()].map((send) => send()));
    expect(toOf('once.example').sort()).toEqual(readers.sort());
    expect(await stateOf(id)).toMatchObject({ state: 'done', sent: 120, failed: 0 });
    const mail = mailbox.taken.find(({ to }) => to === readers[0])?.mail;
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/moot\.example\/unsubscribe\/[\w.~-]+>$/);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('what the mail server took from a process that died is settled later, and does not leave again', async () => {
    let dying = true;
    const lettersSettled = async () => {
      if (dying) throw new Error('killed');
    };
    const send = openProcess({ lettersSettled });
    const readers = many(10, 'killed.example');
    const id = await queue(readers);
    await expect(send()).rejects.toThrow('killed');
    dying = false;
    await send();
    expect(toOf('killed.example')).toHaveLength(10);
    world.clock.moveBy(3 * MINUTE);
    await send();
    expect(await stateOf(id)).toMatchObject({ state: 'done', sent: 10 });
    const idsOf = (to: string) => mailbox.taken.filter((one) => one.to === to).map(({ mail }) => mail.messageId);
    for (const to of readers) {
      const ids = idsOf(to);
      expect([to, ids.length]).toEqual([to, 1]);
    }
  });

  test('mailings take turns: twenty letters do not wait behind hundreds', async () => {
    await queue(many(200, 'many.example'));
    await queue(many(20, 'few.example'));
    await openProcess()();
    const order = toOf('many.example', 'few.example');
    const last = order.findLastIndex((to) => to.endsWith('@few.example'));
    expect(order.length).toBe(220);
    expect(last).toBeLessThan(75);
  });

  test('a letter that is refused for now is tried again after growing waits, and fails in the end', async () => {
    answering = () => '450 4.2.0 Later';
    const id = await queue(['grey@post.example']);
    const send = openProcess();
    await send();
    for (const minutes of [1, 5, 30, 120, 720]) {
      expect(await stateOf(id)).toMatchObject({ state: 'sending', failed: 0 });
      world.clock.moveBy(minutes * MINUTE - 1000);
      await send();
      expect(await stateOf(id)).toMatchObject({ state: 'sending', failed: 0 });
      world.clock.moveBy(1000);
      await send();
    }
    expect(await stateOf(id)).toMatchObject({ state: 'done', sent: 0, failed: 1 });
  });

  test('a letter is not tried after the start of what it tells of', () => {
    const letter = { mailingId: newId(), id: newId(), address: 'a@x.org', key: 'a@x.org', targetId: null, tries: 1 };
    const [now, start] = [new Date('2026-06-20T10:00:00Z'), new Date('2026-06-20T10:00:30Z')];
    const later = { meaning: 'later', text: '' } as const;
    expect(outcomeOf(letter, later, start, now).state).toBe('failed');
    expect(outcomeOf(letter, later, new Date(now.getTime() + MINUTE), now)).toMatchObject({
      state: 'queued',
      free: false,
    });
  });

  test('a domain that is busy rests for a quarter of an hour, while others go on, and it costs no try', async () => {
    let busy = true;
    answering = (to) => (busy && to.endsWith('@busy.example') ? '421 4.7.0 Too many' : undefined);
    const id = await queue([...many(30, 'busy.example'), 'reader@idle.example']);
    const send = openProcess();
    await send();
    // The server may have hung up on a letter that it would have taken.
    world.clock.moveBy(MINUTE);
    await send();
    expect(toOf('busy.example', 'idle.example')).toEqual(['reader@idle.example']);
    busy = false;
    world.clock.moveBy(13 * MINUTE);
    await send();
    expect(toOf('busy.example')).toEqual([]);
    world.clock.moveBy(2 * MINUTE);
    await send();
    expect(await stateOf(id)).toMatchObject({ state: 'done', sent: 31 });
    const { rows } = await sql<{ most: number }>`select max(tries)::int as most from letters`.execute(world.db);
    expect(rows).toEqual([{ most: 1 }]);
  });

  test('a mail server that is away costs no try, and is left alone for half a minute', async () => {
    const id = await queue(many(3, 'away.example'));
    const send = openProcess({}, { smtpUrl: 'smtp://127.0.0.1:1' });
    await send();
    await send();
    const { rows } = await sql`select distinct tries, state from letters`.execute(world.db);
    expect(rows).toEqual([{ tries: 0, state: 'queued' }]);
    expect(await stateOf(id)).toMatchObject({ state: 'sending', sent: 0, failed: 0 });
    expect(await takeTokens(world.db, 1, 600, world.clock.now())).toBe(0);
    world.clock.moveBy(31_000);
    expect(await takeTokens(world.db, 1, 600, world.clock.now())).toBe(1);
  });

  test('a mailing of which more than a twentieth is refused pauses itself', async () => {
    // Often enough that it shows whichever letters come first.
    answering = (to) => (/reader\d*[37]@/.test(to) ? '550 5.1.1 No such user' : undefined);
    const id = await queue(many(80, 'brake.example'));
    await openProcess()();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', reason: 'bounces' });
    expect(toOf('brake.example').length).toBeLessThan(78);
  });

  test('a mailing that paused itself goes on when somebody says so, and is judged by what came since', async () => {
    const bad = /reader[0-3]\d@/;
    answering = (to) => (bad.test(to) ? '550 5.1.1 No such user' : undefined);
    const id = await queue(many(400, 'resumed.example'));
    const send = openProcess();
    const resume = () => runCommand(world.db, world.app.services, true, (command) => resumeMailing(command, id));
    // Those that nobody has come first.
    await sql`update letters set due_at = due_at - interval '1 minute' where mailing_id = ${id} and address ~ 'reader[0-3][0-9]@'`.execute(
      world.db,
    );
    await send();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', reason: 'bounces' });
    const before = toOf('resumed.example').length;
    await resume();
    await send();
    expect(await stateOf(id)).toMatchObject({ state: 'done', failed: 30 });
    expect(toOf('resumed.example').length).toBeGreaterThan(before);
    expect(toOf('resumed.example')).toHaveLength(370);
    // It pauses again if more of what comes is refused.
    answering = (to) => (/reader\d*[37]@/.test(to) ? '550 5.1.1 No such user' : undefined);
    const worse = await queue(many(400, 'worse.example'));
    await send();
    const refused = (await stateOf(worse))?.failed ?? 0;
    await runCommand(world.db, world.app.services, true, (command) => resumeMailing(command, worse));
    await send();
    expect(await stateOf(worse)).toMatchObject({ state: 'paused', reason: 'bounces' });
    expect((await stateOf(worse))?.failed).toBeGreaterThan(refused);
  });

  test('a mailing that paused itself while its last letters were under way is done when they are', async () => {
    answering = (to) => (/reader\d*[37]@/.test(to) ? '550 5.1.1 No such user' : undefined);
    const id = await queue(many(40, 'last.example'));
    await openProcess()();
    await sql`update mailings set state = 'paused', reason = 'bounces' where id = ${id}`.execute(world.db);
    await closeMailings(world.db, [id], world.clock.now());
    const { rows } = await sql<{
      queued: number;
    }>`select count(*)::int as queued from letters where mailing_id = ${id} and state = 'queued'`.execute(world.db);
    expect((await stateOf(id))?.state).toBe(rows[0]?.queued === 0 ? 'done' : 'paused');
    await sql`update mailings set letter_count = sent + failed where id = ${id}`.execute(world.db);
    await closeMailings(world.db, [id], world.clock.now());
    expect(await stateOf(id)).toMatchObject({ state: 'done', reason: '' });
  });

  test('a mailing whose letters cannot be written waits, and others go on', async () => {
    const writeLetters: MailingHooks['writeLetters'] = async (db, mailing, letters) => {
      if (letters.some(({ address }) => address.startsWith('broken'))) throw new Error('broken');
      return plain.writeLetters(db, mailing, letters);
    };
    const broken = await queue(['broken@post.example']);
    const fine = await queue(many(2, 'fine.example'));
    await openProcess({ writeLetters })();
    expect(await stateOf(fine)).toMatchObject({ state: 'done', sent: 2 });
    expect(await stateOf(broken)).toMatchObject({ state: 'sending', failed: 0 });
  });

  test('letters whose settling loses to another command leave once, and are settled again', async () => {
    const id = await queue(many(3, 'lost.example'));
    let lost = 0;
    const send = openProcess({
      lettersSettled: async ({ tx }) => {
        lost += 1;
        if (lost < 3)
          await sql`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(tx);
      },
    });
    await send();
    world.clock.moveBy(10 * MINUTE);
    await send();
    // Two batches share the letters, so there may be one more.
    expect(lost).toBeGreaterThanOrEqual(3);
    expect(toOf('lost.example')).toHaveLength(3);
    expect(await stateOf(id)).toMatchObject({ state: 'done', sent: 3 });
  });

  test('the rate limit holds across all processes', async () => {
    await queue(many(60, 'rate.example'));
    const slow = [openProcess({}, { mailPerMinute: 60 }), openProcess({}, { mailPerMinute: 60 })];
    const sendAll = () => Promise.all(slow.map((send) => send()));
    await sendAll();
    // The bucket holds what comes in a quarter of a minute.
    expect(toOf('rate.example')).toHaveLength(15);
    await sendAll();
    expect(toOf('rate.example')).toHaveLength(15);
    world.clock.moveBy(5000);
    await sendAll();
    expect(toOf('rate.example')).toHaveLength(20);
  });
});
