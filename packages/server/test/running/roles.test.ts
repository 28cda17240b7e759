import { discoverCommunities } from '@folkmoot/contract/communities/api.ts';
import { getAccount } from '@folkmoot/contract/payments/api.ts';
import { listMine } from '@folkmoot/contract/qna/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/core/config.ts';
import { allRows } from '../../src/core/db/db.ts';
import { newId } from '../../src/core/id.ts';
import { makeChannel, makeCommunity } from '../../src/seed/builders.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { testServer } from '../database.ts';
import { until } from '../fixtures/until.ts';
import { type Mailbox, openMailbox } from '../mail.ts';
import { stop } from '../server-process.ts';
import { openWorld, type World } from '../world.ts';

/* What a process serves of the product: ROLES. */

const DATABASE_URL = 'postgres://elsewhere.invalid/folkmoot';
/** A call of each backend that is refused for another reason, or not at all, where it is served. */
const CALLS = {
  main: { method: 'GET', url: discoverCommunities.path },
  payments: { method: 'GET', url: getAccount.path },
  qna: { method: 'POST', url: listMine.path.replace(':eventId', newId()), payload: {} },
} as const;

const worlds: World[] = [];
afterAll(async () => {
  for (const world of worlds) await world.close();
});
const serving = async (ROLES: string) => {
  const world = await openWorld({ ROLES, DATABASE_URL, LOG_LEVEL: 'warn' });
  worlds.push(world);
  const get = (url: string) => world.app.http.inject({ method: 'GET', url });
  return { world, get };
};

describe('roles', () => {
  test.each([
    ['main', ['main']],
    ['payments', ['payments']],
    ['qna, work', ['qna']],
    ['main,payments,qna,work', ['main', 'payments', 'qna']],
  ])('a process with ROLES=%s serves those paths; the others are not found, and logged', async (roles, served) => {
    const { world, get } = await serving(roles);
    for (const [backend, call] of Object.entries(CALLS)) {
      const { statusCode } = await world.app.http.inject(call);
      if (served.includes(backend)) expect(statusCode, call.url).not.toBe(404);
      else expect(statusCode, call.url).toBe(404);
    }
    const logged = world.logged.filter(({ msg }) => msg.includes('ROLES')).map(({ role }) => role);
    expect(logged).toEqual(Object.keys(CALLS).filter((backend) => !served.includes(backend)));
    for (const probe of ['/healthz', '/readyz', '/metrics']) expect((await get(probe)).statusCode, probe).toBe(200);
  });

  test('a path is known in whatever way it is written, and pages and files belong to main', async () => {
    const { world, get } = await serving('payments,work');
    for (const url of [
      '/',
      '/%61pi/v1/public/servers',
      '/auth/token',
      '/qna/nowhere',
      '/assets/none.js',
      '/nowhere',
      '/paymentsandmore',
    ])
      expect((await get(url)).statusCode, url).toBe(404);
    expect(world.logged.map(({ role }) => role)).toEqual(['main', 'main', 'main', 'qna', 'main', 'main', 'main']);
    expect((await get('/%70ayments/api/v1/accounts')).statusCode).toBe(401);
  });

  test('a role that does not exist is named, and one database for one process has to have all of them', () => {
    expect(() => readConfig({ ROLES: 'main,pay', DATABASE_URL })).toThrow(
      'ROLES.1: "pay" is not one of main, payments, qna, work',
    );
    expect(() => readConfig({ ROLES: 'main,qna' })).toThrow('ROLES leaves out payments, work');
    expect([...readConfig({ ROLES: 'work', DATABASE_URL, AUTH_SECRET: newId() }).roles]).toEqual(['work']);
  });
});

/* Two processes on one database: without Redis, jobs are found by asking for them every few seconds. */
describe.runIf(testServer)('a process that serves and one that works', () => {
  let fleet: Cluster;
  let mailbox: Mailbox;
  beforeAll(async () => {
    fleet = await openCluster(testServer?.url ?? '', process.env.REDIS_URL);
    mailbox = await openMailbox();
  });
  afterAll(async () => {
    await fleet.close();
    await mailbox.close();
  });

  test('a job that main puts into a queue, and a message that main takes, are done by work alone', async () => {
    const main = await fleet.launch({ ROLES: 'main,payments,qna', SMTP_URL: mailbox.url });
    const sender = await fleet.person();
    const { id: serverId } = await makeCommunity(fleet.db, sender.id);
    const { conversationId } = await makeChannel(fleet.db, serverId, sender.id);
    const ask = async (path: string, body?: object) => {
      const answer = await fetch(main.url + path, {
        headers: { authorization: `Bearer ${sender.token}`, origin: main.url, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      expect(answer.status, path).toBe(200);
      return (await answer.json()) as { data?: unknown[] };
    };
    await ask('/auth/email-otp/send-verification-otp', { email: sender.email, type: 'sign-in' });
    const text = 'rhubarb crumble';
    await ask(`/api/v1/conversations/${conversationId}/messages`, { clientId: newId(), text });
    const found = async () => (await ask('/api/v1/search/messages?search=rhubarb')).data?.length;
    const waiting = async () =>
      (
        await allRows(
          fleet.db,
          sql<{ state: string }>`select state from jobs.job where name like '%mail%' and state <> 'completed'`,
        )
      ).length;
    expect([await waiting(), await found(), mailbox.taken.length]).toEqual([1, 0, 0]);

    const work = await fleet.launch({ ROLES: 'work', SMTP_URL: mailbox.url });
    expect((await fetch(`${work.url}/api/v1/search/messages`)).status).toBe(404);
    expect((await mailbox.next(sender.email)).subject).toMatch(/\d{6}/);
    await until(async () => expect([await waiting(), await found()]).toEqual([0, 1]));
    await Promise.all([stop(main.child), stop(work.child)]);
  });

  test.runIf(process.env.REDIS_URL)('what main puts there while work runs is noticed at once', async () => {
    const main = await fleet.launch({ ROLES: 'main', SMTP_URL: mailbox.url });
    await fleet.launch({ ROLES: 'work', SMTP_URL: mailbox.url });
    const before = performance.now();
    // Each would wait five seconds for the next time that the queue is asked.
    for (const person of await Promise.all([fleet.person(), fleet.person(), fleet.person(), fleet.person()])) {
      await fetch(`${main.url}/auth/email-otp/send-verification-otp`, {
        method: 'POST',
        headers: { origin: main.url, 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, type: 'sign-in' }),
      });
      await mailbox.next(person.email);
    }
    expect(performance.now() - before).toBeLessThan(12_000);
  });
});
