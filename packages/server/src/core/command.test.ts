import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { inTransaction, runCommand } from './command.ts';
import { MAIL_QUEUES } from './mail/mail.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.app.jobs.start();
});
afterAll(() => world.close());

const mail = { to: 'bea@alderwick.example', subject: 'Somebody is guessing', html: '<p>Hello</p>', text: 'Hello' };
const waiting = async () => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from jobs.job where name = ${MAIL_QUEUES.usual}`.execute(world.db);
  return rows[0]?.count;
};

/** Runs a command that is one statement but for a part of it, and returns the queues it has woken. */
async function refused(part: Parameters<typeof inTransaction<void>>[1]): Promise<string[]> {
  const woken: string[] = [];
  const { services } = world.app;
  const jobs = { ...services.jobs, wake: (queue: string) => void woken.push(queue) };
  const command = runCommand(world.db, { ...services, jobs }, false, async (call) => {
    await inTransaction(call, part);
    throw new Error('refused');
  });
  await expect(command).rejects.toThrow('refused');
  return woken;
}

test('command: a part’s email goes out at once, even if the command is refused later', async () => {
  expect(await refused(({ sendMail }) => sendMail(mail))).toEqual([MAIL_QUEUES.usual]);
});

test('command: the email of a part that fails is never sent', async () => {
  const before = await waiting();
  const failing = async ({ sendMail }: Parameters<Parameters<typeof refused>[0]>[0]) => {
    await sendMail(mail);
    throw new Error('refused');
  };
  expect(await refused(failing)).toEqual([]);
  expect(await waiting()).toBe(before);
});

/** A command that somebody else is faster than, as often as said: what PostgreSQL says then, and how often it was tried. */
async function raced(times: number, code = '40P01') {
  const woken: string[] = [];
  const { services } = world.app;
  const jobs = { ...services.jobs, wake: (queue: string) => void woken.push(queue) };
  let tries = 0;
  const done = await runCommand(world.db, { ...services, jobs }, true, async ({ tx, wake }) => {
    tries += 1;
    wake('once');
    if (tries <= times)
      await sql.raw(`do $$ begin raise exception 'lost' using errcode = '${code}'; end $$`).execute(tx);
    return 'done';
  }).catch((error: { code?: string }) => error.code);
  return { done, tries, woken };
}

test.each(['40001', '40P01', '23505', '23503'])(
  'command: one that loses a race (%s) is done again, and what follows happens once',
  async (code) => {
    expect(await raced(2, code)).toEqual({ done: 'done', tries: 3, woken: ['once'] });
  },
);

test('command: one that always loses ends, and one that fails otherwise is not tried again', async () => {
  expect(await raced(99)).toEqual({ done: '40P01', tries: 4, woken: [] });
  expect(await raced(99, '22012')).toEqual({ done: '22012', tries: 1, woken: [] });
});
