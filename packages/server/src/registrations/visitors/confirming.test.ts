import { getAdmission } from '@folkmoot/contract/admission/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import { CONTACT, refusals as contact } from '@folkmoot/contract/events/contact-schema.ts';
import { contactHosts } from '@folkmoot/contract/events/hosts-api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { CONFIRMING, refusals } from '@folkmoot/contract/registrations/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { mailedEvents } from '../../../test/fixtures/mailed-fixtures.ts';
import type { Mailbox } from '../../../test/mail.ts';
import type { Signed, World } from '../../../test/world.ts';

/* What people without an account do until the address that they typed is confirmed, and once it is. */

let world: World;
let mailbox: Mailbox;
let host: Signed;
let at: EventFixtures;
const { open, close, started, settled } = mailedEvents();

beforeAll(async () => {
  ({ world, mailbox } = await open());
  ({ host, at } = await started());
});
afterAll(close);

const going = async (eventId: string, email: string) => {
  const visitor = { firstName: 'Joe', lastName: 'Penrose', email };
  const { data } = await at.register(eventId, undefined, { visitor });
  return { participationId: data.data.participationId, token: data.token ?? '', mail: await mailbox.next(email) };
};
const tokenIn = ({ html = '' }: { html?: string | undefined }, of = '') =>
  new RegExp(`${of}[?&](?:amp;)?token=([^"&#\\s]+)`).exec(html)?.[1] ?? '';
const again = (eventId: string, token: string) => world.call(api.sendConfirmation, { eventId, token });
const correct = (eventId: string, token: string, email: string) =>
  world.call(api.correctAddress, { eventId, token, email });
const own = (eventId: string, token: string) => world.call(api.getOwnParticipation, { eventId, token });

describe('the email that confirms an address', () => {
  test('is sent again, so many times a day, and not once it is confirmed', async () => {
    const { id } = await at.published();
    const { token } = await going(id, 'joe@again.example');
    for (let n = 0; n < CONFIRMING.again; n += 1) {
      const { data } = await again(id, token);
      expect(data.message).toBe('We are sending the email to joe@again.example again.');
      expect((await mailbox.next('joe@again.example')).subject).toBe('You are going: Kiln opening');
    }
    expect((await again(id, token)).problem).toMatchObject({ statusCode: 429, code: refusals.sentOften.code });
    await settled(id);
    expect(mailbox.has('joe@again.example')).toBe(false);
    world.clock.moveBy(25 * 3_600_000);
    expect((await again(id, token)).status).toBe(200);
    const link = tokenIn(await mailbox.next('joe@again.example'));
    expect((await own(id, token)).data.proved).toBe(false);
    expect((await own(id, link)).data.proved).toBe(true);
    expect((await own(id, link)).data.proved).toBe(false);
    expect((await again(id, token)).problem.code).toBe(refusals.confirmed.code);
    expect((await correct(id, token, 'joe@other.example')).problem.code).toBe(refusals.confirmed.code);
  });

  test.each(['requested', 'waitlisted'] as const)('is the one of their place: %s', async (status) => {
    const fields = status === 'requested' ? { require_approval: true } : { capacity: 1 };
    const { id } = await at.published(fields);
    await at.register(id, await world.person());
    const email = `${status}@again.example`;
    const { token, mail } = await going(id, email);
    expect((await again(id, token)).status).toBe(200);
    expect((await mailbox.next(email)).subject).toBe(mail.subject);
    // They hold no place yet that they could give back.
    expect(mail.text).toContain(status === 'requested' ? 'or withdraw the request.' : 'or leave the list.');
  });

  test('is for nobody else: not for accounts, strangers, or people who have given their place up', async () => {
    const { id } = await at.published();
    const { token, participationId } = await going(id, 'gone@again.example');
    expect((await world.call(api.sendConfirmation, { eventId: id }, host)).status).toBe(404);
    expect((await world.call(api.sendConfirmation, { eventId: id })).status).toBe(404);
    const other = await at.published();
    expect((await again(other.id, token)).status).toBe(410);
    await world.call(api.declineParticipation, { eventId: id, participationId, token });
    expect((await again(id, token)).problem.code).toBe(refusals.nothingSent.code);
  });
});

describe('an address that was mistyped', () => {
  test('is corrected: the right one gets the email and can confirm, and what went to the wrong one has ended', async () => {
    const { id } = await at.published();
    const { token, participationId, mail } = await going(id, 'jo@wrong.example');
    const wrong = tokenIn(mail);
    const ticket = (by: string) => world.call(getAdmission, { eventId: id, participationId, token: by });
    const before = (await ticket(token)).data;
    expect(mail.text).toContain(before.code);
    const corrected = await correct(id, token, 'joe@right.example');
    expect(corrected.data.message).toBe('We are sending the email to joe@right.example.');
    expect(corrected.data.data).toMatchObject({ email: 'joe@right.example', confirmed: false, status: 'going' });
    const right = await mailbox.next('joe@right.example');
    // The owner of the wrong address cannot look, come, give the place up, confirm it, or stop the emails of the right one.
    expect((await own(id, wrong)).status).toBe(410);
    expect((await ticket(wrong)).status).toBe(410);
    expect((await world.call(api.declineParticipation, { eventId: id, participationId, token: wrong })).status).toBe(
      410,
    );
    expect((await at.register(id, undefined, { token: wrong })).status).toBe(410);
    const stop = { eventId: id, token: tokenIn(mail, 'stop-mail\\?event=[^&]+'), report: false };
    expect((await world.call(events.stopEventMails, stop)).status).toBe(200);
    const after = (await ticket(token)).data;
    expect(after.code).not.toBe(before.code);
    expect(after.jws).not.toBe(before.jws);
    expect(right.text).toContain(after.code);
    expect((await own(id, token)).data.data).toMatchObject({ confirmed: false });
    expect((await own(id, tokenIn(right))).data.data).toMatchObject({ confirmed: true, email: 'joe@right.example' });
    const found = async (search: string) =>
      (await world.call(api.listGuests, { eventId: id, search }, host)).data.count;
    expect([await found('wrong.example'), await found('right.example')]).toEqual([0, 1]);
    await world.call(events.cancelEvent, { eventId: id, message: '' }, host);
    expect((await mailbox.next('joe@right.example')).subject).toBe('Cancelled: Kiln opening');
    expect(mailbox.has('jo@wrong.example')).toBe(false);
  });

  test('is corrected so many times a day, and not to itself', async () => {
    const { id } = await at.published();
    const { token } = await going(id, 'a0@often.example');
    expect((await correct(id, token, 'a0@often.example')).problem.fields).toHaveProperty('email');
    for (let n = 1; n <= CONFIRMING.corrected; n += 1)
      expect((await correct(id, token, `a${n}@often.example`)).status).toBe(200);
    expect((await correct(id, token, 'one-more@often.example')).problem.code).toBe(refusals.correctedOften.code);
  });
});

/** The next email to the host that is about a question. */
async function questionTo(to: Signed): Promise<Awaited<ReturnType<Mailbox['next']>>> {
  for (;;) {
    const mail = await mailbox.next(to.email);
    if (mail.subject?.includes('has a question')) return mail;
  }
}

describe('questions to the hosts of people without an account', () => {
  const ask = (eventId: string, token: string | undefined, as?: Signed) =>
    world.call(contactHosts, { eventId, token, message: 'Is there a ramp?' }, as);

  test('reach the hosts, whose answers go to the address, once it is confirmed', async () => {
    const { host: asked, at: theirs } = await started();
    const { id } = await theirs.published();
    const { token, mail } = await going(id, 'joe@asks.example');
    expect(mail.html).toContain('#contact');
    expect((await ask(id, undefined)).status).toBe(401);
    expect((await ask(id, token)).problem.code).toBe(contact.confirmFirst.code);
    const proved = tokenIn(mail);
    await own(id, proved);
    expect((await ask(id, proved)).data.message).toBe('Message sent.');
    const question = await questionTo(asked);
    expect(question.subject).toBe('Joe Penrose has a question about Kiln opening');
    expect(question.text).toContain('Is there a ramp?');
    expect(question.replyTo).toMatchObject([{ address: 'joe@asks.example' }]);
    for (let n = 1; n < CONTACT.anHour; n += 1) expect((await ask(id, proved)).status).toBe(200);
    expect((await ask(id, proved)).problem.code).toBe(contact.tooManyMessages.code);
  });

  test('need a link that is valid, also once an account has the place', async () => {
    const { host: asked, at: theirs } = await started();
    const { id } = await theirs.published();
    const person = await world.person({ email: 'olive@asks.example', firstName: 'Olive' });
    const { token, mail } = await going(id, person.email);
    await own(id, tokenIn(mail));
    await (await world.app.signIn.$context).internalAdapter.createSession(person.id);
    // What was typed shows nothing of the account, and changes nothing of it.
    expect((await ask(id, token)).status).toBe(404);
    const changed = await at.register(id, undefined, { token });
    expect([changed.status, changed.problem.code]).toEqual([410, refusals.linkOld.code]);
    expect((await ask(id, tokenIn(mail))).status).toBe(200);
    expect((await questionTo(asked)).subject).toMatch(/^Olive .* has a question/);
  });
});
