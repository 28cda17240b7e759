import { listMailings } from '@folkmoot/contract/invitations/api.ts';
import * as api from '@folkmoot/contract/mailings/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { emails, type InvitationFixtures, invitationFixtures } from '../../../test/fixtures/invitation-fixtures.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';

let world: World;
let mailbox: Mailbox;
let owner: Signed;
let host: Signed;
let at: EventFixtures;
let invitations: InvitationFixtures;

beforeAll(async () => {
  mailbox = await openMailbox((to) =>
    to.startsWith('gone') ? '550 5.1.1 No such user' : to.startsWith('busy') ? '450 4.7.1 Slow down' : undefined,
  );
  world = await openWorld({ SMTP_URL: mailbox.url, MAIL_PER_MINUTE: '1000000' });
  await world.app.jobs.start();
  owner = await world.person({ firstName: 'Maren', lastName: 'Oduya' });
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  await world.db.insertInto('installation').values({ owner_id: owner.id }).execute();
  at = eventFixtures(world, host);
  invitations = invitationFixtures(world, host);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const health = async () => (await world.call(api.getMailHealth, {}, owner)).data;
const stops = async (search = '', cursor?: string) =>
  (await world.call(api.listMailStops, { search, ...(cursor !== undefined && { cursor }) }, owner)).data;

test('the owner sees how letters went in a day and a week, what rests and what is paused, and lets it go on', async () => {
  const { id } = await at.published({ name: 'Kiln opening', start_epoc: at.inDays(40), end_epoc: at.inDays(41) });
  await invitations.invite(id, emails('fine@health.example', 'gone@health.example', 'busy@rests.example'));
  await invitations.sent(id, 'fine@health.example');
  await expect.poll(health).toMatchObject({
    day: { sent: 1, failed: 1, bounced: 1, complaints: 0 },
    week: { sent: 1, failed: 1 },
    queued: 1,
    domains: [{ domain: 'rests.example' }],
    paused: [],
  });
  const mailing = (await world.call(listMailings, { eventId: id }, host)).data.data[0]?.id ?? '';
  await sql`update mailings set state = 'paused', reason = 'restored' where id = ${mailing}`.execute(world.db);
  expect((await health()).paused).toMatchObject([
    { id: mailing, about: 'Kiln opening', by: 'Hedda Host', reason: 'restored', sent: 1, failed: 1, queued: 1 },
  ]);
  expect((await world.call(api.resumePaused, { mailingId: mailing }, owner)).status).toBe(200);
  expect((await health()).paused).toEqual([]);
  world.clock.moveBy(2 * 86_400_000);
  expect(await health()).toMatchObject({ day: { sent: 0 }, week: { sent: 1 } });
});

test('the stop list is searched and read in pages, and says whose letters an address does not get, why and since when', async () => {
  await sql`insert into mail_stops (address_key, scope, scope_id, reason, created_at)
    select 'p' || lpad(n::text, 3, '0') || '@pages.example', 'all', '00000000-0000-0000-0000-000000000000', 'complained', ${world.clock.now()}::timestamptz from generate_series(1, 120) n`.execute(
    world.db,
  );
  await sql`insert into mail_stops (address_key, scope, scope_id, reason, created_at) values ('p_own@pages.example', 'person', ${host.id}, 'unsubscribed', ${world.clock.now()})`.execute(
    world.db,
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await stops('@pages.example', cursor);
    expect(page.data.length).toBeLessThanOrEqual(50);
    seen.push(...page.data.map(({ address }) => address));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect([seen.length, new Set(seen).size]).toEqual([121, 121]);
  const found = await stops('p_OWN');
  expect(found.data).toMatchObject([
    { address: 'p_own@pages.example', scope: 'person', from: 'Hedda Host', reason: 'unsubscribed', ends_epoc: null },
  ]);
});

test('an address that is taken off the list gets letters again, and a record says who did it', async () => {
  const { id } = await at.published({ start_epoc: at.inDays(40), end_epoc: at.inDays(41) });
  await sql`insert into mail_stops (address_key, scope, reason, created_at) values ('back@list.example', 'all', 'bounced', ${world.clock.now()})`.execute(
    world.db,
  );
  expect(await invitations.preview(id, emails('back@list.example'))).toMatchObject({ count: 0 });
  const [stop] = (await stops('back@list.example')).data;
  const { address = '', scope = 'all', scopeId = '' } = stop ?? {};
  const remove = () => world.call(api.removeMailStop, { address, scope, scopeId }, owner);
  expect((await remove()).status).toBe(200);
  expect(await invitations.preview(id, emails('back@list.example'))).toMatchObject({ count: 1 });
  expect((await remove()).problem.code).toBe('mailings.not-stopped');
  const kept = await sql`select address_key, reason, removed_by from mail_stop_removals`.execute(world.db);
  expect(kept.rows).toEqual([{ address_key: 'back@list.example', reason: 'bounced', removed_by: owner.id }]);
});

test('nobody but the owner of the installation sees or changes any of it', async () => {
  const stop = { address: 'a@b.example', scope: 'all', scopeId: host.id } as const;
  const answers = [
    await world.call(api.getMailHealth, {}, host),
    await world.call(api.listMailStops, {}, host),
    await world.call(api.removeMailStop, stop, host),
    await world.call(api.resumePaused, { mailingId: host.id }, host),
  ];
  expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual(
    Array.from({ length: 4 }, () => [403, 'mailings.owner-only']),
  );
});
