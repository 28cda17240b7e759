import {
  listInvitations,
  listMailings,
  previewReminder,
  remindInvited,
  revokeInvitations,
  withdrawMailing,
} from '@folkmoot/contract/invitations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import {
  emails,
  type InvitingWorld,
  letter,
  openInvitingWorld,
  tokenIn,
} from '../../../test/fixtures/invitation-fixtures.ts';
import { newId } from '../../core/id.ts';

let { world, mailbox, host, at, invitations, close } = {} as InvitingWorld;

beforeAll(async () => {
  ({ world, mailbox, host, at, invitations, close } = await openInvitingWorld());
});
afterAll(() => close());

const DAY = 24 * 3_600_000;
const preview = async (eventId: string) => (await world.call(previewReminder, { eventId }, host)).data;
const remind = (eventId: string, more: object = {}) =>
  world.call(
    remindInvited,
    { eventId, id: newId(), emailContent: { ...letter('<p>Still room.</p>'), subject: 'A reminder' }, ...more },
    host,
  );

/** An event that these people were invited to a day ago. */
async function invited(...people: string[]): Promise<string> {
  const { id } = await at.published({ start_epoc: at.inDays(30), end_epoc: at.inDays(31) });
  await invitations.invite(id, emails(...people));
  await invitations.sent(id, ...people);
  world.clock.moveBy(DAY);
  return id;
}

describe('reminding people who have not answered', () => {
  test('a reminder reaches those alone who have not answered, under the link that they have, and each person once', async () => {
    const [silent, going, not, revoked] = ['silent', 'going', 'not', 'revoked'].map((who) => `${who}@remind.example`);
    const person = await world.person({ email: not as string });
    const id = await invited(silent as string, going as string, not as string, revoked as string);
    const firsts = new Map<string, string>();
    for (const to of [silent, going, not, revoked])
      firsts.set(to as string, tokenIn((await mailbox.next(to as string)).text));
    await at.register(id, undefined, { token: firsts.get(going as string) });
    await at.leave(id, person);
    const rows = (await invitations.listed(id)).data;
    await world.call(
      revokeInvitations,
      { eventId: id, ids: rows.filter(({ email }) => email === revoked).map((one) => one.id) },
      host,
    );
    const counted = await preview(id);
    expect(counted).toMatchObject({ count: 1, skipped: { recent: 0, reminded: 0, unreachable: 0 } });
    const sent = await remind(id, { digest: counted.digest });
    expect(sent.data).toMatchObject({ message: '1 person reminded.', data: { count: 1 } });
    await invitations.letThemLeave();
    const mail = await mailbox.next(silent as string);
    expect([mail.subject, tokenIn(mail.text)]).toEqual(['A reminder', firsts.get(silent as string)]);
    const reminded = mailbox.taken.filter(({ mail: { subject } }) => subject === 'A reminder');
    expect(reminded.map(({ to }) => to)).toEqual([silent]);
    expect(await invitations.stateOf(id, silent as string)).toBe('sent');
    world.clock.moveBy(5 * DAY);
    expect(await preview(id)).toMatchObject({ count: 0, skipped: { reminded: 1 } });
    expect((await remind(id)).problem.code).toBe('invitations.nobody-silent');
  });

  test('people who were invited today, or want no letters, are not reminded, and are counted', async () => {
    const id = await invited('old@count.example', 'stops@count.example');
    await invitations.invite(id, emails('fresh@count.example'));
    await invitations.sent(id, 'fresh@count.example');
    const stop = /\/unsubscribe\/[\w.~-]+/.exec((await mailbox.next('stops@count.example')).text ?? '')?.[0] ?? '';
    expect((await world.app.http.inject({ method: 'POST', url: stop })).statusCode).toBe(200);
    expect(await preview(id)).toMatchObject({ count: 1, skipped: { recent: 1, reminded: 0, unreachable: 1 } });
  });

  test('a reminder that is taken back has reminded nobody, and a repeated call reminds nobody twice', async () => {
    const id = await invited('back@remind.example');
    await mailbox.next('back@remind.example');
    const call = { id: newId() };
    const answers = [await remind(id, call), await remind(id, call)];
    expect(answers[1]?.data.data).toEqual(answers[0]?.data.data);
    await world.call(withdrawMailing, { eventId: id, mailingId: call.id }, host);
    await invitations.letThemLeave();
    expect(await preview(id)).toMatchObject({ count: 1 });
    expect(mailbox.has('back@remind.example')).toBe(false);
  });

  test('somebody who answers within the half minute gets no reminder', async () => {
    const id = await invited('quick@remind.example');
    const token = tokenIn((await mailbox.next('quick@remind.example')).text);
    await remind(id);
    await at.register(id, undefined, { token });
    await invitations.letThemLeave();
    const state = async () =>
      (await world.call(listMailings, { eventId: id }, host)).data.data.find(({ kind }) => kind === 'event_reminder')
        ?.state;
    await expect.poll(state).toBe('done');
    expect(
      mailbox.taken.filter(({ to, mail }) => to === 'quick@remind.example' && mail.subject === 'A reminder'),
    ).toEqual([]);
  });

  test('two hosts who remind at once remind each person once; numbers that no longer hold are refused', async () => {
    const id = await invited('both@remind.example');
    const { digest } = await preview(id);
    const answers = await Promise.all([remind(id), remind(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await mailbox.next('both@remind.example');
    expect((await remind(id, { digest })).problem.code).toBe('invitations.changed');
  });

  test('reminders count among the invitations of a day, and nobody else may send any', async () => {
    const fresh = await world.person();
    await sql`update users set created_at = ${world.clock.now()} where id = ${fresh.id}`.execute(world.db);
    const own = eventFixtures(world, fresh);
    const { id } = await own.published({ start_epoc: at.inDays(30), end_epoc: at.inDays(31) });
    const people = Array.from({ length: 30 }, (_, n) => `n${n}@allowance.example`);
    expect((await invitations.invite(id, emails(...people), {}, fresh)).status).toBe(200);
    await invitations.letThemLeave();
    const left = async () => (await world.call(listInvitations, { eventId: id }, fresh)).data.counts.sent;
    await expect.poll(left).toBe(30);
    world.clock.moveBy(DAY + 60_000);
    const asHost = (body: object = {}) =>
      world.call(remindInvited, { eventId: id, id: newId(), emailContent: letter(), ...body }, fresh);
    await expect.poll(async () => (await world.call(previewReminder, { eventId: id }, fresh)).data.count).toBe(30);
    expect((await asHost()).status).toBe(200);
    const more = emails(...Array.from({ length: 21 }, (_, n) => `m${n}@allowance.example`));
    expect((await invitations.invite(id, more, {}, fresh)).problem.code).toBe('invitations.too-many');
    const stranger = await world.person();
    expect(
      (await world.call(remindInvited, { eventId: id, id: newId(), emailContent: letter() }, stranger)).status,
    ).toBe(403);
  });
});
