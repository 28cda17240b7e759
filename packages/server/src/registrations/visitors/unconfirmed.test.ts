import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import { UNCONFIRMED, VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedEvents, OWN_WORDS } from '../../../test/fixtures/mailed-fixtures.ts';
import type { Mailbox } from '../../../test/mail.ts';
import type { World } from '../../../test/world.ts';
import { EVENT_CLOCK_QUEUE, EVENT_MAIL_QUEUE } from '../../participations/actions.ts';
import { insertMailStop, insertOutreach } from '../../participations/outreach-store.ts';

let world: World;
let mailbox: Mailbox;

const { open, close, started, due, settled, later, cancel } = mailedEvents();

beforeAll(async () => {
  ({ world, mailbox } = await open());
});
afterAll(close);

describe('addresses entered by visitors', () => {
  test('an address entered by a visitor gets so many places a day at once, the rest later, and no change or cancellation is lost', async () => {
    const { host, at } = await started();
    const visitor = { firstName: 'Max', lastName: 'Many', email: 'comes-to-many@post.example' };
    const counted = { eventId: null as never, kind: 'visitor', sender: '', address: visitor.email } as const;
    for (let n = 0; n < VISITOR_MAILS.address; n += 1) await insertOutreach(world.db, counted, world.clock.now());
    const { id } = await at.published();
    expect((await at.register(id, undefined, { visitor })).status).toBe(200);
    await mailbox.next(await later(at, host));
    expect(mailbox.has(visitor.email)).toBe(false);
    const times = { start_epoc: at.inDays(40), end_epoc: at.inDays(41) };
    expect((await world.call(events.updateEvent, { eventId: id, ...times, notify: true }, host)).status).toBe(200);
    expect((await mailbox.next(visitor.email)).subject).toBe('New time: Kiln opening');
    world.clock.moveBy(25 * 3_600_000);
    world.app.jobs.wake(EVENT_MAIL_QUEUE);
    expect((await mailbox.next(visitor.email)).subject).toBe('You are going: Kiln opening');
    await world.call(events.cancelEvent, { eventId: id, message: 'The kiln is broken.' }, host);
    const off = await mailbox.next(visitor.email);
    expect(off.subject).toBe('Cancelled: Kiln opening');
    expect(off.text).toContain('The kiln is broken.');
  });

  test('an address entered by a visitor gets so many emails about one event a day, and one more of each kind later', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const visitor = { firstName: 'Vic', lastName: 'Tim', email: 'worn-out@post.example' };
    await at.register(id, undefined, { visitor });
    await mailbox.next(visitor.email);
    const counted = { eventId: id, kind: 'unconfirmed', sender: '', address: visitor.email } as const;
    for (let n = 0; n < UNCONFIRMED.event; n += 1) await insertOutreach(world.db, counted, world.clock.now());
    for (const days of [40, 50]) {
      const times = { start_epoc: at.inDays(days), end_epoc: at.inDays(days + 1) };
      await world.call(events.updateEvent, { eventId: id, ...times, notify: true }, host);
    }
    await expect.poll(() => due(id)).toBe(1);
    world.clock.moveBy(25 * 3_600_000);
    world.app.jobs.wake(EVENT_MAIL_QUEUE);
    expect((await mailbox.next(visitor.email)).subject).toBe('New time: Kiln opening');
    await settled(id);
    expect(mailbox.has(visitor.email)).toBe(false);
    // Nobody can cancel an event again and again, so that is told at once, however many there were.
    for (let n = 0; n < UNCONFIRMED.event; n += 1) await insertOutreach(world.db, counted, world.clock.now());
    await world.call(events.cancelEvent, { eventId: id, message: '' }, host);
    expect((await mailbox.next(visitor.email)).subject).toBe('Cancelled: Kiln opening');
  });

  test('an address entered by a visitor counts for its network: a thousand a day, and beyond that a few a minute', async () => {
    const { at } = await started();
    const { id } = await at.published();
    const from = (remoteAddress: string, n: number) =>
      world.app.http.inject({
        method: 'PUT',
        url: `/api/v1/events/${id}/register`,
        remoteAddress,
        payload: { visitor: { firstName: 'Vic', lastName: 'Tim', email: `target${n}@post.example` } },
      });
    for (let n = 0; n < VISITOR_MAILS.network.most; n += 1)
      await insertOutreach(
        world.db,
        { eventId: id, kind: 'visitor', sender: '203.0.113.9', address: '' },
        world.clock.now(),
      );
    expect((await from('203.0.113.9', 1)).statusCode).toBe(429);
    expect((await from('203.0.113.10', 2)).statusCode).toBe(200);
    world.clock.moveBy(60_001);
    const slow = [];
    for (let n = 0; n < VISITOR_MAILS.network.perMinute + 3; n += 1)
      slow.push((await from('203.0.113.9', 3 + n)).statusCode);
    expect(slow.filter((status) => status === 200)).toHaveLength(VISITOR_MAILS.network.perMinute);
  });

  test('an address does not count for the network if the call is refused, and does if it succeeds', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const known = await world.person();
    const counted = async () =>
      (await world.db.selectFrom('event_outreach').select('id').where('sender', '=', '203.0.113.77').execute()).length;
    const from = (email: string) =>
      world.app.http.inject({
        method: 'PUT',
        url: `/api/v1/events/${id}/register`,
        remoteAddress: '203.0.113.77',
        payload: { visitor: { firstName: 'Vic', lastName: 'Tim', email } },
      });
    for (const email of ['counted@post.example', 'counted@post.example', known.email])
      expect((await from(email)).statusCode).toBe(200);
    expect(await counted()).toBe(3);
    await world.call(events.cancelEvent, { eventId: id, message: '' }, host);
    for (const email of ['refused@post.example', known.email]) expect((await from(email)).statusCode).not.toBe(200);
    expect(await counted()).toBe(3);
  });

  test('an address that wants no emails about the event gets none if somebody types it', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const person = await world.person();
    await insertMailStop(world.db, id, person.email, world.clock.now());
    const visitor = { firstName: 'Vic', lastName: 'Tim', email: person.email };
    expect((await at.register(id, undefined, { visitor })).status).toBe(200);
    await mailbox.next(await later(at, host));
    expect(mailbox.has(person.email)).toBe(false);
  });

  test('an address entered by a visitor gets the host’s words, with a way out for who did not register', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const visitor = { firstName: 'Vic', lastName: 'Tim', email: 'words@post.example' };
    await at.register(id, undefined, { visitor });
    await mailbox.next(visitor.email);
    const list = await world.call(api.listGuests, { eventId: id, search: 'words@' }, host);
    await cancel(id, list.data.data[0]?.participationId ?? '', host);
    const mail = await mailbox.next(visitor.email);
    expect(mail.subject).toBe(OWN_WORDS.cancel_subject);
    expect(mail.text).toMatch(/This wasn’t me.*stop-mail\?event=/s);
  });
});

describe('emails to hosts', () => {
  test('hosts are told of requests and of registrations, invited guests among them, once an hour', async () => {
    const { host, at } = await started();
    const { id, alias } = await at.published({ require_approval: true });
    const [ada, bea, cy] = [await world.person({ firstName: 'Ada' }), await world.person(), await world.person()];
    await at.register(id, ada);
    const asked = await mailbox.next(host.email);
    expect(asked.subject).toContain('Ada');
    expect(asked.html).toContain(`/events/manage/${alias}?tab=guests&amp;status=requested`);
    for (const firstName of ['Bo', 'Cleo']) await at.register(id, await world.person({ firstName }));
    // Hosts decide about everybody, blocked or not.
    const blocker = await world.person({ firstName: 'Dot' });
    await world.call(blocks.blockUser, { userId: host.id }, blocker);
    await at.register(id, blocker);
    await settled(id);
    expect(mailbox.has(host.email)).toBe(false);
    world.clock.moveBy(3_700_000);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    const more = await mailbox.next(host.email);
    expect(more.subject).toBe('3 people would like to come: Kiln opening');
    expect(more.text).toContain('once an hour at most');
    const open = await at.published();
    for (const person of [bea, cy]) await at.register(open.id, person);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    const came = await mailbox.next(host.email);
    expect(came.subject).toBe('2 people have registered: Kiln opening');
    expect(came.html).toContain(`/events/manage/${open.alias}?tab=guests`);
    await at.register(open.id, ada);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    await settled(open.id);
    expect(mailbox.has(host.email)).toBe(false);
    world.clock.moveBy(3_700_000);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    expect((await mailbox.next(host.email)).subject).toBe('One person has registered: Kiln opening');
    const invited = await world.person();
    await world.call(api.addGuest, { eventId: open.id, email: invited.email }, host);
    await world.call(api.addGuest, { eventId: open.id, email: 'phoned-in@post.example' }, host);
    world.clock.moveBy(3_700_000);
    await at.register(open.id, invited);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    expect((await mailbox.next(host.email)).subject).toBe('One person has registered: Kiln opening');
  });

  test('hosts are told of a request for access, with a link to its section of the tab', async () => {
    const { host, at } = await started();
    const { id, alias } = await at.published({ visibility: 'private' });
    const asks = await world.person();
    await world.call(events.requestAccess, { userId: asks.id, eventId: id }, asks);
    expect((await mailbox.next(host.email)).html).toContain(`/events/manage/${alias}?tab=info#section-access`);
    for (const who of [await world.person(), await world.person()])
      await world.call(events.requestAccess, { userId: who.id, eventId: id }, who);
    world.clock.moveBy(3_700_000);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    expect((await mailbox.next(host.email)).subject).toBe('2 people asked for access: Kiln opening');
  });
});
