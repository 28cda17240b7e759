import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as api from '@folkmoot/contract/contacts/api.ts';
import { OUTCOMES, refusals } from '@folkmoot/contract/contacts/schema.ts';
import { type PeopleService, startPeople } from '@folkmoot/sandbox/src/people/start.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHOIR, contactFixtures, MAREN } from '../../test/fixtures/contact-fixtures.ts';
import { ALL } from '../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { backup } from '../core/db/backup.ts';

let people: PeopleService;
let world: World;
let ines: Signed;
let google: ReturnType<typeof contactFixtures>;

beforeAll(async () => {
  people = await startPeople();
  world = await openWorld({
    ...{ GOOGLE_CLIENT_ID: people.clientId, GOOGLE_CLIENT_SECRET: people.clientSecret, LOG_LEVEL: 'info' },
    ...{ GOOGLE_ACCOUNTS_URL: people.url, GOOGLE_PEOPLE_URL: `${people.url}/` },
  });
  await world.app.jobs.start();
  google = contactFixtures(world);
});
afterAll(async () => {
  await world.close();
  await people.stop();
});
beforeEach(async () => {
  ines = await world.person();
});
/** Nobody has permission any more. */
afterEach(() => {
  for (const account of people.accounts()) people.removeAccess(account);
});

/** A token, a code or a secret of the stand-in, which look like Google's. */
const SECRET = /ya29\.|1\/\/[\w-]{20}|4\/0[\w-]{20}|GOCSPX/;

describe('connecting contacts', () => {
  test('somebody gives permission once, reads, and takes it back, which Google is told', async () => {
    expect((await world.call(api.getContactsConnection, {}, ines)).data).toEqual({ available: true, connected: false });
    const url = new URL(await google.begin(ines));
    expect(url.origin).toBe(people.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ scope: 'https://www.googleapis.com/auth/contacts.readonly', access_type: 'offline', prompt: 'consent' },
      ...{ code_challenge_method: 'S256', redirect_uri: expect.stringMatching(/\/auth\/contacts\/callback$/) },
    });
    const back = await google.comeBack(await google.answerPage(url.href), ines);
    expect([back.status, back.outcome]).toEqual([200, 'connected']);
    expect(back.body).toContain(OUTCOMES.connected);
    expect(back.body).toContain('<script src="/popup-done.js" data-channel="folkmoot.contacts"');
    expect(back.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(String(back.headers['content-security-policy'])).toContain("script-src 'self';");
    expect((await world.call(api.getContactsConnection, {}, ines)).data).toEqual({ available: true, connected: true });
    expect((await google.list(ines)).data.data.length).toBeGreaterThan(30);
    await google.disconnect(ines, people.accounts);
    expect(await google.isConnected(ines)).toBe(false);
    expect((await world.call(api.disconnectContacts, {}, ines)).status).toBe(200);
    const { status, problem } = await google.list(ines);
    expect([status, problem.code, problem.message]).toEqual([
      409,
      'contacts.not-connected',
      refusals.notConnected.message,
    ]);
    expect((await google.search(ines, 'bea')).problem.code).toBe('contacts.not-connected');
  });

  test('a permission that was taken back can be given again', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(await google.connect(ines)).toBe('connected');
      expect((await google.list(ines)).status).toBe(200);
      await google.disconnect(ines, people.accounts);
    }
  });

  test.runIf(ALL)(
    'somebody who connects again while a permission is being taken back keeps the new one',
    async () => {
      expect(await google.connect(ines)).toBe('connected');
      // Google is away when it is told, and its library tries four times.
      people.failTokens(503, 503, 503, 503);
      await world.call(api.disconnectContacts, {}, ines);
      await expect.poll(() => world.logged.some(({ queue }) => queue === 'contacts.revoke')).toBe(true);
      expect(await google.connect(ines)).toBe('connected');
      // The job is tried again in some seconds, and finds that there is nothing to take back.
      await expect.poll(() => doneJobs(), { timeout: 30_000, interval: 200 }).toBe(true);
      expect((await google.list(ines)).status).toBe(200);
    },
    60_000,
  );

  test('saying no, and leaving the permission unticked, are told apart and keep nothing', async () => {
    expect(await google.connect(ines, { answer: 'deny' })).toBe('denied');
    const unticked = await google.comeBack(await google.answerPage(await google.begin(ines), { ticked: false }), ines);
    expect(unticked.outcome).toBe('unticked');
    expect(unticked.body).toContain(OUTCOMES.unticked);
    expect(await google.isConnected(ines)).toBe(false);
  });

  test('an answer of Google counts once, for the session that asked, and for ten minutes', async () => {
    const [mallory, elsewhere] = [await world.person(), await world.signIn(ines)];
    const first = await google.answerPage(await google.begin(ines));
    expect((await google.comeBack(first, undefined)).outcome).toBe('expired');
    expect((await google.comeBack(first, mallory)).outcome).toBe('expired');
    expect((await google.comeBack(first, ines)).outcome).toBe('connected');
    expect((await google.comeBack(first, ines)).outcome).toBe('expired');
    expect([await google.isConnected(mallory), await google.isConnected(ines)]).toEqual([false, true]);

    const second = await google.answerPage(await google.begin(ines));
    expect((await google.comeBack(second, elsewhere)).outcome).toBe('expired');
    // It was shown in another session: it is worth nothing any more.
    expect((await google.comeBack(second, ines)).outcome).toBe('expired');

    const third = await google.answerPage(await google.begin(ines));
    world.clock.moveBy(10 * 60_000);
    expect((await google.comeBack(third, ines)).outcome).toBe('expired');
    const made = new URL(third);
    made.searchParams.set('state', 'made-up');
    expect((await google.comeBack(made.href, ines)).outcome).toBe('expired');
    for (const query of ['', '?state=a&state=b&code=c', '?state[]=a'])
      expect((await google.comeBack(`http://localhost/auth/contacts/callback${query}`, ines)).status).toBe(200);
  });

  test('a session that has ended, or is older than sessions last, brings nothing back', async () => {
    for (const ended of [{ expires_at: new Date(0) }, { created_at: new Date(0) }]) {
      const person = await world.person();
      const back = await google.answerPage(await google.begin(person));
      await world.db.updateTable('sessions').set(ended).where('id', '=', person.sessionId).execute();
      expect((await google.comeBack(back, person)).outcome).toBe('expired');
      expect(await google.isConnected(await world.signIn(person))).toBe(false);
    }
  });

  test('a code that Google does not know, an error of Google, and its silence connect nothing', async () => {
    const changed = async (change: (query: URLSearchParams) => void) => {
      const back = new URL(await google.answerPage(await google.begin(ines)));
      change(back.searchParams);
      return (await google.comeBack(back.href, ines)).outcome;
    };
    expect(await changed((query) => query.set('code', 'made up'))).toBe('failed');
    expect(await changed((query) => query.delete('code'))).toBe('failed');
    expect(await changed((query) => query.set('error', 'server_error'))).toBe('failed');
    people.failTokens(500, 500, 500, 500);
    expect(await google.connect(ines)).toBe('failed');
    expect(await google.isConnected(ines)).toBe(false);
  });

  test('of two windows the last one counts, and what was asked long ago is forgotten', async () => {
    const [one, two] = [await google.begin(ines), await google.begin(ines)];
    expect((await google.comeBack(await google.answerPage(two), ines)).outcome).toBe('connected');
    expect((await google.comeBack(await google.answerPage(one, { account: CHOIR }), ines)).outcome).toBe('connected');
    const consents = () => world.db.selectFrom('contact_consents').selectAll().where('user_id', '=', ines.id).execute();
    await google.begin(ines);
    world.clock.moveBy(10 * 60_000);
    await google.begin(ines);
    expect(await consents()).toHaveLength(1);
  });
});

/** Whether no revocation waits any more. */
async function doneJobs(): Promise<boolean> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from jobs.job where name = 'contacts.revoke' and state not in ('completed', 'failed')`.execute(
    world.db,
  );
  return rows[0]?.n === 0;
}

describe('what is kept of a permission', () => {
  test('tokens are sealed, and are in no answer, no line of the log and no backup', async () => {
    expect(await google.connect(ines)).toBe('connected');
    const { tokens } = await world.db
      .selectFrom('contact_connections')
      .select('tokens')
      .where('user_id', '=', ines.id)
      .executeTakeFirstOrThrow();
    expect(tokens).not.toMatch(SECRET);
    const answers = [
      await google.list(ines),
      await google.search(ines, 'bea'),
      await world.call(api.getContactsConnection, {}, ines),
    ];
    // Errors of the library hold whole requests: some of each kind.
    people.failNext(500, 500, 500);
    answers.push(await google.list(ines));
    await google.connect(ines);
    people.removeAccess(MAREN);
    answers.push(await google.list(ines));
    people.failTokens(400);
    await google.connect(ines);
    expect(JSON.stringify(answers)).not.toMatch(SECRET);
    const log = JSON.stringify(world.logged);
    expect(log).toContain('contacts could not be read');
    expect(log).toContain('contacts could not be connected');
    expect(log).not.toMatch(SECRET);
    expect(log).not.toContain('state=');

    expect(await google.connect(ines)).toBe('connected');
    await google.begin(ines);
    const folder = mkdtempSync(join(tmpdir(), 'folkmoot-contacts-'));
    await backup(world.database, join(folder, 'backup.gz'), systemClock);
    const kept = gunzipSync(readFileSync(join(folder, 'backup.gz'))).toString();
    rmSync(folder, { recursive: true });
    expect(kept).toContain(ines.id);
    expect(kept).not.toMatch(/"contact_(connections|consents)"/);
  });

  test('under another secret a permission cannot be read, and has to be given again', async () => {
    await google.connect(ines);
    await world.db.updateTable('contact_connections').set({ tokens: 'sealed.by.another.secret.' }).execute();
    expect((await google.list(ines)).problem.code).toBe('contacts.lost');
    expect(await google.isConnected(ines)).toBe(false);
  });
});

describe('settings for contacts', () => {
  const base = {
    AUTH_SECRET: 'a secret that only tests use, 32 long',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 's',
  };

  test('without them nothing can be connected', async () => {
    const without = await openWorld();
    const person = await without.person();
    expect((await without.call(api.getContactsConnection, {}, person)).data).toEqual({
      available: false,
      connected: false,
    });
    for (const endpoint of [api.connectContacts, api.listContacts])
      expect((await without.call(endpoint, {}, person)).problem.message).toBe(refusals.absent.message);
    const back = await without.app.http.inject('/auth/contacts/callback?state=a&code=b');
    expect(back.body).toContain(OUTCOMES.expired);
    await without.close();
  });

  test('Google’s own addresses are several, a stand-in is on this machine, and half of them is named', () => {
    expect(readConfig(base).googleContacts).toEqual({
      ...{ clientId: 'id', clientSecret: 's', accountsUrl: undefined, peopleUrl: 'https://people.googleapis.com' },
    });
    const local = {
      ...base,
      GOOGLE_ACCOUNTS_URL: 'http://127.0.0.1:8055/',
      GOOGLE_PEOPLE_URL: 'http://127.0.0.1:8055',
    };
    expect(readConfig(local).googleContacts?.accountsUrl).toBe('http://127.0.0.1:8055');
    // Others could not answer the page of a stand-in.
    expect(readConfig({ ...local, HOST: '0.0.0.0' }).googleContacts).toBeUndefined();
    expect(readConfig({ ...base, HOST: '0.0.0.0' }).googleContacts).toBeDefined();
    expect(() => readConfig({ ...base, GOOGLE_PEOPLE_URL: 'https://people.example' })).toThrow(
      'GOOGLE_PEOPLE_URL: must be https://people.googleapis.com, or an address of this machine',
    );
    expect(() => readConfig({ ...base, GOOGLE_CLIENT_SECRET: '' })).toThrow('GOOGLE_CLIENT_SECRET');
  });
});
