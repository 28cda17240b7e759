import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { CONTACT, refusals as contact } from '@folkmoot/contract/events/contact-schema.ts';
import { contactHosts, suggestHosts } from '@folkmoot/contract/events/hosts-api.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';

let world: World;
let mailbox: Mailbox;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.listen();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const ask = (eventId: string, email: string, role: 'host' | 'featured_guest' = 'host', as = host) =>
  world.call(api.addHost, { eventId, email, role }, as);
const confirmed = async (person: Signed) => (await world.app.signIn.$context).internalAdapter.createSession(person.id);

describe('hosts asked by an address', () => {
  test('an address is listed in the same way with an account and without one', async () => {
    const { id } = await at.published();
    const known = await world.person({ email: 'has-one@post.example', firstName: 'Zenobia' });
    const rows = [];
    for (const email of [known.email, 'has-none@post.example']) {
      const { status, data } = await ask(id, email);
      expect(status).toBe(200);
      const row = data.data.at(-1);
      expect(row).toMatchObject({ id: row?.participationId, firstName: email, email, pending: true, isCreator: false });
      rows.push({ ...row, id: '', participationId: '', firstName: '', email: '' });
    }
    expect(rows[0]).toEqual(rows[1]);
    expect(JSON.stringify(rows)).not.toContain('Zenobia');
  });

  test('a person with an account answers as if they had been asked by name', async () => {
    const { id } = await at.published();
    const kofi = await world.person({ email: 'kofi-answers@post.example' });
    await ask(id, kofi.email);
    const mail = await mailbox.next(kofi.email);
    expect(mail.subject).toContain('You are invited');
    expect(mail.text).toContain('See the invitation');
    expect((await at.answer(id, true, kofi)).data.data).toMatchObject({ role: 'host', status: 'going' });
  });

  test('somebody without an account is asked by email, and hosts once they have joined and accepted', async () => {
    const { id, alias } = await at.published({ capacity: 1 });
    const email = 'joins-to-host@post.example';
    await ask(id, email);
    const mail = await mailbox.next(email);
    expect(mail.text).toContain(`/sign-up?next=${encodeURIComponent(`/${alias}`)}`);
    expect(await at.taken(id)).toBe(0);
    expect((await at.seen(id)).data.hosts.map((one) => one.id)).toEqual([host.id]);
    const dee = await world.person({ email, firstName: 'Dee' });
    await confirmed(dee);
    expect((await world.call(api.getInvitation, { eventId: id }, dee)).data.data).toMatchObject({ role: 'host' });
    expect((await at.change(id, { summary: 'Mine now' }, dee)).status).toBe(403);
    await at.answer(id, true, dee);
    expect((await at.seen(id)).data.hosts.map((one) => one.id)).toEqual([host.id, dee.id]);
  });

  test('an address can be asked for another role, and the invitation taken back', async () => {
    const { id } = await at.published();
    const email = 'changes-their-mind@post.example';
    const { participationId } = (await ask(id, email)).data.data.at(-1) ?? { participationId: '' };
    const other = await world.call(api.addHost, { eventId: id, userId: participationId, role: 'featured_guest' }, host);
    expect(other.data.data.at(-1)).toMatchObject({ role: 'featured_guest', pending: true });
    const left = await world.call(api.removeHost, { eventId: id, userId: participationId }, host);
    expect(left.data.data.map((one) => one.id)).toEqual([host.id]);
    const dee = await world.person({ email });
    await confirmed(dee);
    expect((await world.call(api.getInvitation, { eventId: id }, dee)).status).toBe(404);
  });

  test('a guest without an account keeps their spot while they are asked', async () => {
    const { id } = await at.published({ capacity: 1 });
    const email = 'visits-and-hosts@post.example';
    await at.prove(id, email);
    await ask(id, email);
    const { data } = await world.call(registrations.listGuests, { eventId: id, status: 'going' }, host);
    expect(data.data).toMatchObject([{ status: 'going', askedRole: 'host' }]);
    expect(await at.taken(id)).toBe(1);
  });

  test('neither an address nor a person, both, and what is no address are refused at the field', async () => {
    const { id: eventId } = await at.published();
    for (const body of [{}, { userId: host.id, email: 'a@post.example' }, { email: 'nobody' }]) {
      const { status, problem } = await world.call(api.addHost, { eventId, role: 'host', ...body } as never, host);
      expect([status, Object.keys(problem.fields ?? {})]).toEqual([422, ['email']]);
    }
    expect((await ask(eventId, 'x@post.example', 'host', await world.person())).status).toBe(403);
  });

  test('typing the address of a co-host who never gave it leaves the list as it was', async () => {
    const { id } = await at.published();
    const kofi = await world.person({ email: 'kofi-keeps-it@post.example', firstName: 'Kofi' });
    await at.host(id, kofi);
    const before = (await world.call(api.listHosts, { eventId: id }, host)).data.data;
    expect((await ask(id, kofi.email, 'featured_guest')).data.data).toEqual(before);
  });
});

describe('suggested hosts', () => {
  test('guests with an account who registered themselves are suggested, to hosts alone', async () => {
    const { id: eventId } = await at.published();
    const [ada, bea, hidden, added] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    for (const guest of [ada, bea, hidden]) await at.register(eventId, guest);
    await world.call(registrations.addGuest, { eventId, email: added.email }, host);
    await world.call(registrations.addGuest, { eventId, email: 'bare@post.example' }, host);
    await world.call(blocks.blockUser, { userId: host.id }, hidden);
    const suggested = async (as = host) => {
      const { status, data } = await world.call(suggestHosts, { eventId }, as);
      return status === 200 ? data.data.map(({ id }) => id) : status;
    };
    expect(await suggested()).toEqual([ada.id, bea.id]);
    await world.call(api.addHost, { eventId, userId: ada.id, role: 'host' }, host);
    expect(await suggested()).toEqual([bea.id]);
    expect(await suggested(bea)).toBe(403);
  });
});

describe('messages to the hosts', () => {
  const write = (eventId: string, as: Signed | undefined, message = 'Is there a <b>ramp</b>?') =>
    world.call(contactHosts, { eventId, message }, as);

  test('each host gets the message as plain words, and a reply goes to its sender', async () => {
    const boss = await world.person();
    const { id } = await at.published({ name: 'Raku day' }, boss);
    const [asks, kofi] = [await world.person({ firstName: 'Ada', lastName: 'Lowe' }), await world.person()];
    await at.host(id, kofi, 'host', boss);
    expect((await write(id, asks)).data).toEqual({ message: 'Message sent.' });
    for (const { email } of [boss, kofi]) {
      // Kofi also gets the email that he hosts, and, unless he has accepted before it is written, that he is invited.
      let mail = await mailbox.next(email);
      while (!mail.subject?.includes('question')) mail = await mailbox.next(email);
      expect(mail.subject).toBe('Ada Lowe has a question about Raku day');
      expect(mail.replyTo?.map(({ address }) => address)).toEqual([asks.email]);
      expect(mail.text).toContain('Ada Lowe: Is there a <b>ramp</b>?');
      expect(mail.html).toContain('Is there a &lt;b&gt;ramp&lt;/b&gt;?');
    }
  });

  test('a host whom the sender has blocked, or who has blocked them, gets nothing, and the answer is the same', async () => {
    const boss = await world.person();
    const { id } = await at.published({}, boss);
    const asks = await world.person();
    await world.call(blocks.blockUser, { userId: asks.id }, boss);
    expect((await write(id, asks)).data).toEqual({ message: 'Message sent.' });
    const due = await world.db.selectFrom('event_mails').select('id').where('event_id', '=', id).execute();
    expect([due, mailbox.has(boss.email)]).toEqual([[], false]);
  });

  test('one person sends five messages an hour, to all events together, also at the same time', async () => {
    const [one, other, asks] = [await at.published(), await at.published(), await world.person()];
    const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => write(n % 2 ? one.id : other.id, asks)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(CONTACT.anHour);
    expect((await write(one.id, asks)).problem.code).toBe(contact.tooManyMessages.code);
    expect((await write(one.id, await world.person())).status).toBe(200);
    world.clock.moveBy(3_601_000);
    expect((await write(one.id, asks)).status).toBe(200);
  });

  test('visitors, hosts, and people who may not see the event send none; an empty or long message is refused', async () => {
    const { id } = await at.published();
    const hidden = await at.published({ visibility: 'private', passcode: 'clay and fire' });
    const asks = await world.person();
    expect((await write(id, undefined)).status).toBe(401);
    expect((await write(id, host)).problem.code).toBe(refusals.ownEvent.code);
    expect((await write(hidden.id, asks)).problem.code).toBe(refusals.locked.code);
    expect((await write((await at.draft()).id, asks)).status).toBe(404);
    for (const message of ['', '   ', 'x'.repeat(CONTACT.text + 1)])
      expect((await write(id, asks, message)).problem.fields).toHaveProperty('message');
    expect((await write(id, asks, 'x'.repeat(CONTACT.text))).status).toBe(200);
  });
});
