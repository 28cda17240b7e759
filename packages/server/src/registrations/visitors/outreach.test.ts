import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import { OUTREACH } from '@folkmoot/contract/events/invitations-schema.ts';
import { PASSCODE_TRIES } from '@folkmoot/contract/events/passcode-rules.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedEvents, OWN_WORDS } from '../../../test/fixtures/mailed-fixtures.ts';
import type { Mailbox } from '../../../test/mail.ts';
import type { Signed, World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { EVENT_MAIL_QUEUE } from '../../participations/actions.ts';
import { noteOwnAct } from '../../participations/moves-store.ts';
import { insertOutreach } from '../../participations/outreach-store.ts';

let world: World;
let mailbox: Mailbox;

const { open, close, started, settled, later, cancel } = mailedEvents();

beforeAll(async () => {
  ({ world, mailbox } = await open());
});
afterAll(close);

describe('addresses entered by hosts', () => {
  test('an address entered by a host gets our invitation once, and with a way out what the hosts then decide', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const email = 'never-asked@post.example';
    const add = () => world.call(api.addGuest, { eventId: id, email, firstName: 'Nell' }, host);
    const { participationId } = (await add()).data.data;
    const first = await mailbox.next(email);
    expect(first.subject).toBe('You are on the list: Kiln opening');
    expect(first.text).toContain('/events/stop-mail?event=');
    expect((await cancel(id, participationId, host)).status).toBe(200);
    const words = await mailbox.next(email);
    expect(words.subject).toBe(OWN_WORDS.cancel_subject);
    expect(words.text).toContain('/events/stop-mail?event=');
    await add();
    await world.call(events.cancelEvent, { eventId: id, message: 'The kiln is broken.' }, host);
    const off = await mailbox.next(email);
    expect(off.subject).toBe('Cancelled: Kiln opening');
    expect(off.text).toContain('The kiln is broken.');
    await settled(id);
    expect(mailbox.has(email)).toBe(false);
  });

  test('an address entered by a host without an email hears of a change, and counts for that host like an invitation', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const email = 'phoned@post.example';
    await world.call(api.addGuest, { eventId: id, email, firstName: 'Nell', notifyUser: false }, host);
    const counted = { eventId: id, kind: 'invited', sender: host.id, address: 'x@y.example' } as const;
    for (let n = 0; n < OUTREACH.new; n += 1) await insertOutreach(world.db, counted, world.clock.now());
    await world.call(events.cancelEvent, { eventId: id, message: '' }, host);
    const left = () => world.db.selectFrom('event_mails').select('created_at').where('event_id', '=', id).execute();
    await expect.poll(async () => (await left())[0]?.created_at.getTime()).toBeGreaterThan(world.clock.now().getTime());
    expect(mailbox.has(email)).toBe(false);
    world.clock.moveBy(25 * 3_600_000);
    world.app.jobs.wake(EVENT_MAIL_QUEUE);
    expect((await mailbox.next(email)).subject).toBe('Cancelled: Kiln opening');
  });

  test('an address entered by a host is confirmed by following its link, and gets emails from then on', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const email = 'opens-it@post.example';
    const { participationId } = (await world.call(api.addGuest, { eventId: id, email, firstName: 'Nell' }, host)).data
      .data;
    const token = /[?&]token=([^"&\s]+)/.exec((await mailbox.next(email)).html ?? '')?.[1] ?? '';
    expect((await world.call(api.getOwnParticipation, { eventId: id, token }, undefined)).status).toBe(200);
    await cancel(id, participationId, host);
    expect((await mailbox.next(email)).subject).toBe(OWN_WORDS.cancel_subject);
  });

  test('the owner of an address entered by a host can stop all emails about the event with the emailed link', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const email = 'stops-it@post.example';
    const { participationId } = (await world.call(api.addGuest, { eventId: id, email }, host)).data.data;
    const link = /stop-mail\?event=[^&]+&(?:amp;)?token=([^"&\s]+)/.exec((await mailbox.next(email)).html ?? '');
    const stop = { eventId: id, token: link?.[1] ?? '', report: true };
    expect((await world.call(events.stopEventMails, { ...stop, token: 'made up' }, undefined)).status).toBe(404);
    expect((await world.call(events.stopEventMails, stop, undefined)).status).toBe(200);
    // It opens nothing else.
    expect(
      (await world.call(api.getOwnParticipation, { eventId: id, token: stop.token }, undefined)).data.data,
    ).toBeNull();
    // This includes what they would be told because they have opened a link of ours.
    await noteOwnAct(world.db, id, participationId);
    await world.call(events.cancelEvent, { eventId: id, message: '' }, host);
    await settled(id);
    expect(mailbox.has(email)).toBe(false);
    const reports = await world.db.selectFrom('event_reports').select('reason').where('event_id', '=', id).execute();
    expect(reports).toEqual([{ reason: 'spam' }]);
  });
});

describe('people who email many addresses', () => {
  test('a person who emails many addresses is held up for the day, across all their events; a new account sooner', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const sent = async (count: number) => {
      for (let n = 0; n < count; n += 1)
        await sql`insert into event_outreach (id, kind, sender, address, at) values (${newId()}, 'invited', ${host.id}, ${`x${n}@y.example`}, ${world.clock.now()})`.execute(
          world.db,
        );
    };
    await sent(OUTREACH.new - 1);
    const add = (email: string, as = host, eventId = id) => world.call(api.addGuest, { eventId, email }, as);
    expect((await add('last@post.example')).status).toBe(200);
    const other = await at.published();
    expect((await add('one-more@post.example', host, other.id)).status).toBe(429);
    const person = await world.person();
    expect((await world.call(events.addHost, { eventId: id, userId: person.id, role: 'host' }, host)).status).toBe(429);
    await sql`update users set created_at = created_at - interval '30 days' where id = ${host.id}`.execute(world.db);
    expect((await add('one-more@post.example')).status).toBe(200);
    await sent(OUTREACH.later);
    expect((await add('too-many@post.example')).status).toBe(429);
    world.clock.moveBy(25 * 3_600_000);
    expect((await add('too-many@post.example')).status).toBe(200);
  });
});

describe('addresses that hosts email', () => {
  test('an address gets five invitations a day at most from all events together, and the answer stays the same', async () => {
    const { host, at } = await started();
    const person = await world.person();
    const answers: unknown[] = [];
    for (let n = 0; n < OUTREACH.address + 2; n += 1) {
      const { id } = await at.published();
      const { status, data } = await world.call(api.addGuest, { eventId: id, email: person.email }, host);
      answers.push([status, data.message]);
      await settled(id);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    for (let n = 0; n < OUTREACH.address; n += 1) await mailbox.next(person.email);
    await mailbox.next(await later(at, host));
    expect(mailbox.has(person.email)).toBe(false);
  });

  test('an invitation to a copy of an event counts towards the same limits', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const guest = await world.person();
    await at.register(id, guest);
    await mailbox.next(guest.email);
    const copy = async () => {
      const options = { duplicateParticipants: true, duplicateQuestions: false, duplicateTickets: false };
      const fields = {
        eventId: id,
        time_zone: 'Europe/London',
        ...at.times(),
        options: { ...options, notifyParticipants: true },
      };
      const copied = await world.call(events.duplicateEvent, fields as never, host);
      expect(copied.status).toBe(200);
      await settled(copied.data.data.id);
    };
    for (let n = 0; n < OUTREACH.address + 1; n += 1) await copy();
    for (let n = 0; n < OUTREACH.address; n += 1) await mailbox.next(guest.email);
    expect(mailbox.has(guest.email)).toBe(false);
    const sent = world.db.selectFrom('event_outreach').select('event_id').where('sender', '=', host.id);
    const counted = await sent.where('address', '=', guest.email).execute();
    expect(counted).toHaveLength(OUTREACH.address);
  });

  test('an invitation counts the same if the owner of the address has blocked the host', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const person = await world.person();
    await world.call(blocks.blockUser, { userId: host.id }, person);
    for (let n = 0; n < OUTREACH.new; n += 1)
      await insertOutreach(
        world.db,
        { eventId: id, kind: 'invited', sender: host.id, address: `x${n}@y.example` },
        world.clock.now(),
      );
    expect((await world.call(api.addGuest, { eventId: id, email: person.email }, host)).status).toBe(429);
  });
});

describe('event passcodes', () => {
  test('repeated guesses at a passcode slow down strangers, not people who had it right, and hosts are told', async () => {
    const { host, at } = await started();
    const { id } = await at.published({ visibility: 'private', passcode: 'clay and fire' });
    const open = (passcode: string, as: Signed) => world.call(events.openWithPasscode, { eventId: id, passcode }, as);
    const [knows, guesses, comes] = [await world.person(), await world.person(), await world.person()];
    expect((await open('clay and fire', knows)).status).toBe(200);
    for (let n = 0; n < PASSCODE_TRIES.slow; n += 1)
      await sql`insert into passcode_tries (event_id, id, caller, correct, at) values (${id}, ${newId()}, ${`c${n}`}, false, ${new Date(world.clock.now().getTime() - 3_600_000)})`.execute(
        world.db,
      );
    for (let n = 0; n < 6; n += 1) expect((await open('wrong one', guesses)).status).toBe(403);
    expect((await open('clay and fire', guesses)).status).toBe(429);
    expect((await open('clay and fire', knows)).status).toBe(200);
    expect((await mailbox.next(host.email)).subject).toContain('Someone is guessing the passcode');
    expect((await world.call(events.getPasscodeTries, { eventId: id }, host)).data.data.wrong).toBe(106);
    await settled(id);
    expect(mailbox.has(host.email)).toBe(false);
    world.clock.moveBy(61_000);
    expect((await open('clay and fire', comes)).status).toBe(200);
  });

  test('an event passcode does not let in people whom the hosts have refused', async () => {
    const { host, at } = await started();
    const { id } = await at.published({ visibility: 'private', passcode: 'clay and fire' });
    const asks = await world.person();
    await world.call(events.requestAccess, { userId: asks.id, eventId: id }, asks);
    await world.call(events.answerAccessRequest, { eventId: id, userId: asks.id, grant: false }, host);
    const open = (as?: Signed) => world.call(events.openWithPasscode, { eventId: id, passcode: 'clay and fire' }, as);
    expect((await open(asks)).status).toBe(403);
    // Access that it gave to a signed-out person does not let them in either.
    const { token } = (await open()).data.data;
    expect((await world.call(events.getEvent, { eventId: id, token }, asks)).status).toBe(403);
    expect((await world.call(events.getEvent, { eventId: id, token }, undefined)).status).toBe(200);
  });

  test('a new event passcode has at least six characters', async () => {
    const { at } = await started();
    const { id } = await at.published({ visibility: 'private' });
    expect((await at.change(id, { passcode: '12345' })).problem.fields).toHaveProperty('passcode');
    expect((await at.change(id, { passcode: '123456' })).status).toBe(200);
  });
});

describe('the HTML of cancellation emails', () => {
  test('the HTML of a cancellation email is refused at its field if it is not text, and sent as HTML otherwise', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const guest = await world.person();
    await at.register(id, guest);
    await mailbox.next(guest.email);
    const participationId = await at.idOf(id, guest);
    const bytes = Buffer.from([...Array(60).keys()].map((n) => 200 + (n % 50))).toString('base64');
    const refused = await cancel(id, participationId, host, { cancel_body_html: bytes });
    expect([refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([422, ['cancel_body_html']]);
    await cancel(id, participationId, host, { cancel_body_html: '<p>Grüße an <strong>alle</strong></p>' });
    expect((await mailbox.next(guest.email)).html).toContain('Grüße an <strong>alle</strong>');
  });
});

describe('stored text', () => {
  test('stored text is measured after it is cleaned, as in a description', async () => {
    const { at } = await started();
    const { id } = await at.published();
    const links = '<a href="https://a.example">a</a>'.repeat(600);
    expect(links.length).toBeLessThan(20_000);
    const refused = await at.change(id, { description: links });
    expect([refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([422, ['description']]);
  });

  test('stored text is quoted in every cell of the exported guest list, with formulas disarmed', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    await world.call(
      api.addGuest,
      { eventId: id, email: 'cell@post.example', firstName: 'a;=1+1', lastName: '' },
      host,
    );
    await world.call(api.addGuest, { eventId: id, email: 'cell2@post.example', firstName: '=2+2', lastName: '' }, host);
    const { body } = await world.app.http.inject({
      url: `/api/v1/events/${id}/participations/export.csv`,
      headers: { authorization: `Bearer ${host.token}` },
    });
    const lines = body
      .replace(/^\ufeff/, '')
      .trim()
      .split('\n');
    for (const line of lines) expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/);
    expect(body).toContain('"a;=1+1"');
    expect(body).toContain(`"'=2+2"`);
  });
});
