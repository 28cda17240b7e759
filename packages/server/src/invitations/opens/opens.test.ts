import * as api from '@folkmoot/contract/invitations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { emails, invitationFixtures, letter } from '../../../test/fixtures/invitation-fixtures.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { createOpenTokens, openAddress } from './opens-actions.ts';

let mailbox: Mailbox;
let world: World;
let quiet: World;

beforeAll(async () => {
  mailbox = await openMailbox();
  const settings = { SMTP_URL: mailbox.url, MAIL_PER_MINUTE: '1000000' };
  world = await openWorld({ ...settings, MAIL_TRACK_OPENS: 'on', RATE_LIMITS: 'on' });
  quiet = await openWorld(settings);
  for (const one of [world, quiet]) await one.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await quiet.close();
  await mailbox.close();
});

/** An event of a new host, with the letter of one invitation to it. */
async function invite(to: World, address: string) {
  const host = await to.person();
  const at = eventFixtures(to, host);
  const invitations = invitationFixtures(to, host);
  const event = await at.published({ start_epoc: at.inDays(30), end_epoc: at.inDays(31) });
  await invitations.invite(event.id, emails(address));
  await invitations.sent(event.id, address);
  const row = async () => (await invitations.listed(event.id)).data[0];
  return { id: event.id, at, host, invitations, row, mail: await mailbox.next(address) };
}

const get = (from: World, url: string) => from.app.http.inject({ method: 'GET', url });
const pathIn = (html: unknown) => /<img src="[^"]*?(\/mail\/opened\/[^"]+)"/.exec(String(html))?.[1] ?? '';
const rowOf = (eventId: string) =>
  sql<{ row: string }>`select to_jsonb(i)::text as row from invitations i where event_id = ${eventId}`
    .execute(world.db)
    .then(({ rows }) => JSON.parse(rows[0]?.row ?? '{}') as Record<string, unknown>);

test('without the setting no letter has a picture that tells that it was opened, and none is noted', async () => {
  const { id, mail, row, host } = await invite(quiet, 'plain@opens.example');
  expect(mail.html).not.toContain('/mail/opened/');
  expect(mail.html).not.toContain('width="1"');
  expect(mail.text).not.toContain('whether it was opened');
  const tokens = createOpenTokens(quiet.config.authSecret);
  const old = await get(quiet, openAddress('', tokens, { eventId: id, id: (await row())?.id ?? '' }));
  expect([old.statusCode, old.headers['content-type']]).toEqual([200, 'image/gif']);
  expect((await quiet.call(api.listInvitations, { eventId: id }, host)).data.counts).toMatchObject({
    sent: 1,
    opened: 0,
  });
});

test('with it a letter holds one picture, which notes the first time alone that it was opened, and sets nothing else', async () => {
  const { id, mail, row, host, invitations, at } = await invite(world, 'reads@opens.example');
  expect(mail.text).toContain('The hosts see whether it was opened.');
  expect(mail.text).not.toContain('/mail/opened/');
  expect(String(mail.html).match(/\/mail\/opened\//g)).toHaveLength(1);
  const path = pathIn(mail.html);
  expect(path).not.toMatch(/reads|opens\.example/);
  const before = await rowOf(id);
  const picture = await get(world, path);
  expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
    ...[200, 'image/gif', 'no-store'],
  ]);
  expect(picture.headers['set-cookie']).toBeUndefined();
  expect(picture.rawPayload.subarray(0, 6).toString()).toBe('GIF89a');
  const after = await rowOf(id);
  expect(after).toEqual({ ...before, opened_at: expect.any(String) });
  expect((await row())?.state).toBe('opened');
  expect((await invitations.listed(id)).counts).toMatchObject({ sent: 0, opened: 1 });
  world.clock.moveBy(60_000);
  await get(world, path);
  expect(await rowOf(id)).toEqual(after);

  // Somebody who has not answered is reminded, by a letter with the same picture.
  world.clock.moveBy(24 * 3_600_000);
  await world.call(api.remindInvited, { eventId: id, id: newId(), emailContent: letter() }, host);
  await invitations.letThemLeave();
  expect(pathIn((await mailbox.next('reads@opens.example')).html)).toBe(path);
  const token = /\?token=([\w.~-]+)/.exec(mail.text ?? '')?.[1];
  await at.register(id, undefined, { token });
  expect((await row())?.state).toBe('accepted');
});

test('a forged or changed address gives the same picture, and notes nothing; neither does a revoked invitation’s', async () => {
  const { id, mail, row, host } = await invite(world, 'forged@opens.example');
  const path = pathIn(mail.html);
  const right = (await get(world, '/mail/opened/nothing')).rawPayload;
  const own = (await row())?.id ?? '';
  const others = createOpenTokens('another secret of thirty-two characters').sign({ eventId: id, id: own });
  for (const wrong of [`${path}x`, path.slice(0, -2), path.replace(id, newId()), `/mail/opened/${others}`]) {
    const answer = await get(world, wrong);
    expect([answer.statusCode, answer.rawPayload.equals(right)]).toEqual([200, true]);
  }
  expect((await rowOf(id)).opened_at).toBeNull();
  await world.call(api.revokeInvitations, { eventId: id, ids: [own] }, host);
  expect((await get(world, path)).rawPayload.equals(right)).toBe(true);
  expect(await rowOf(id)).toMatchObject({ opened_at: null, state: 'revoked' });
});

test('tests and copies have no such picture, and it is not loaded without end', async () => {
  const { id, host, mail } = await invite(world, 'limit@opens.example');
  await world.call(api.testInvite, { eventId: id, emailContent: letter() }, host);
  expect((await mailbox.next(host.email)).html).not.toContain('/mail/opened/');
  const answers: number[] = [];
  for (let n = 0; n < 12; n += 1) answers.push((await get(world, pathIn(mail.html))).statusCode);
  expect(answers).toEqual([...Array(10).fill(200), 429, 429]);
  // Made-up addresses, of which there are as many as somebody likes, are counted together.
  const madeUp: number[] = [];
  for (let n = 0; n < 12; n += 1) madeUp.push((await get(world, `/mail/opened/${newId()}`)).statusCode);
  expect(madeUp.at(-1)).toBe(429);
});
