import * as events from '@folkmoot/contract/events/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedEvents } from '../../../test/fixtures/mailed-fixtures.ts';
import type { Mailbox } from '../../../test/mail.ts';
import type { Signed, World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';

let world: World;
let mailbox: Mailbox;

const { open, close, started, settled } = mailedEvents();

beforeAll(async () => {
  ({ world, mailbox } = await open());
});
afterAll(close);

const preview = async (eventId: string, of: 'changed' | 'online' | 'cancelled', as: Signed) =>
  (await world.call(events.previewNotice, { eventId, of }, as)).data;
/** The calendar file of an email. */
const fileIn = (mail: Awaited<ReturnType<Mailbox['next']>>) =>
  Buffer.from((mail.attachments[0]?.content ?? '') as Uint8Array).toString();
/** Puts a person on the list; without an email if it says so. */
const add = async (eventId: string, email: string, as: Signed, notifyUser = true) =>
  (await world.call(registrations.addGuest, { eventId, email, firstName: 'Nell', notifyUser }, as)).data.data;

describe('a new time or place', () => {
  test('is told to everybody who holds the old one, invited people too, with the reason; answers go to the host', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const [going, invited, unmailed, stopped] = [
      await world.person(),
      await world.person(),
      await world.person({ firstName: 'Uma', lastName: 'Nmailed' }),
      await world.person({ firstName: 'Sten', lastName: 'Opped' }),
    ];
    for (const person of [going, stopped]) await at.register(id, person);
    for (const { email } of [going, stopped]) await mailbox.next(email);
    await add(id, invited.email, host);
    await mailbox.next(invited.email);
    // As people whom a copy invites beyond the limit of the day.
    const asked = {
      event_id: id,
      id: newId(),
      user_id: unmailed.id,
      status: 'invited',
      role: 'guest',
      asked_role: 'guest',
    };
    const times = { registered_at: world.clock.now(), changed_at: world.clock.now() };
    await world.db
      .insertInto('participations')
      .values({ ...asked, ...times, asked_by: host.id })
      .execute();
    const stop = { event_id: id, address: stopped.email, stopped_at: world.clock.now() };
    await world.db.insertInto('event_mail_stops').values(stop).execute();
    const told = { going: 1, waiting: 0, invited: 1, team: 0, skipped: { stopped: 1, unmailed: 1 } };
    expect(await preview(id, 'changed', host)).toEqual({
      ...told,
      leftOut: expect.arrayContaining([
        { name: 'Uma Nmailed', reason: 'unmailed' },
        { name: 'Sten Opped', reason: 'stopped' },
      ]),
    });
    const later = { start_epoc: at.inDays(40), end_epoc: at.inDays(41), notify: true, reason: 'The kiln has cracked.' };
    expect((await world.call(events.updateEvent, { eventId: id, ...later }, host)).status).toBe(200);
    for (const { email } of [going, invited]) {
      const mail = await mailbox.next(email);
      expect(mail.subject).toBe('New time: Kiln opening');
      expect(mail.text).toContain('The kiln has cracked.');
      expect(mail.replyTo).toMatchObject([{ address: host.email }]);
      // Only people who are coming have it on their calendar.
      expect(mail.attachments?.length ?? 0).toBe(email === going.email ? 1 : 0);
      expect(mail.text?.includes('You have not answered yet')).toBe(email === invited.email);
    }
    await settled(id);
    for (const { email } of [unmailed, stopped]) expect(mailbox.has(email)).toBe(false);
  });

  test('of the online address alone is told only to people who know it, and nobody’s address is given without words', async () => {
    const { host, at } = await started();
    const online = (virtual_address: string) => ({
      attend_type: 'virtual' as const,
      attend_type_details: { in_person_address: '', virtual_address },
    });
    const { id } = await at.published(online('https://meet.example/one'));
    const [going, invited] = [await world.person(), await world.person()];
    await at.register(id, going);
    await add(id, invited.email, host);
    for (const { email } of [going, invited]) await mailbox.next(email);
    expect(await preview(id, 'online', host)).toMatchObject({ going: 1, invited: 0 });
    const change = { eventId: id, ...online('https://meet.example/two'), notify: true };
    expect((await world.call(events.updateEvent, change, host)).status).toBe(200);
    const mail = await mailbox.next(going.email);
    expect([mail.subject, mail.replyTo]).toEqual(['New online address: Kiln opening', undefined]);
    await settled(id);
    expect(mailbox.has(invited.email)).toBe(false);
  });
});

describe('a cancellation', () => {
  test('is told to everybody who knows of the event, and the answer says to how many', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const [going, invited] = [await world.person(), await world.person()];
    await at.register(id, going);
    await add(id, invited.email, host);
    await add(id, 'phoned@notices.example', host, false);
    for (const { email } of [going, invited]) await mailbox.next(email);
    expect(await preview(id, 'cancelled', host)).toMatchObject({ going: 2, invited: 1, team: 0 });
    const off = await world.call(events.cancelEvent, { eventId: id, message: 'No clay.' }, host);
    expect(off.data.message).toBe('The event has been cancelled. We are telling 3 people.');
    for (const email of [going.email, invited.email, 'phoned@notices.example']) {
      const mail = await mailbox.next(email);
      expect([mail.subject, mail.text?.includes('No clay.')]).toEqual(['Cancelled: Kiln opening', true]);
      expect(mail.replyTo).toMatchObject([{ address: host.email }]);
    }
  });

  test('of an event with nobody on its list promises no emails', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const off = await world.call(events.cancelEvent, { eventId: id, message: '' }, host);
    expect(off.data.message).toBe('The event has been cancelled.');
  });

  test('of their own registration is confirmed, and takes the event off the calendar', async () => {
    const { at } = await started();
    const { id } = await at.published();
    const guest = await world.person();
    await at.register(id, guest);
    expect(fileIn(await mailbox.next(guest.email))).toContain('STATUS:CONFIRMED');
    expect((await at.leave(id, guest)).status).toBe(200);
    const mail = await mailbox.next(guest.email);
    expect(mail.subject).toBe('You are not going any more: Kiln opening');
    expect(fileIn(mail)).toMatch(new RegExp(`UID:${id}[^]*STATUS:CANCELLED`));
    // Twice changes nothing.
    await at.leave(id, guest);
    await settled(id);
    expect(mailbox.has(guest.email)).toBe(false);
  });
});
