import * as api from '@folkmoot/contract/events/api.ts';
import { NOWHERE } from '@folkmoot/contract/places/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const LOCATION = {
  attend_type: 'both' as const,
  attend_type_details: { in_person_address: 'Secret Hideout 9', virtual_address: 'https://meet.example/secret-room' },
  location: {
    ...NOWHERE,
    description: 'Secret Hideout',
    locality: 'Secretville',
    latLng: { lat: 51.5123, lng: -0.1234 },
    meetingLink: 'https://meet.example/secret-link',
  },
};
const told = /secret|51\.5123|0\.1234/i;

async function all(eventId: string, alias: string, as: Signed | undefined): Promise<string> {
  const headers = as ? { authorization: `Bearer ${as.token}` } : {};
  const near = { lat: 51.5, lng: -0.1, miles: 5 };
  const bodies = await Promise.all(
    [`/${alias}`, `/api/v1/events/${eventId}/calendar.ics`].map(
      async (url) => (await world.app.http.inject({ url, headers: { ...headers, accept: '*/*' } })).body,
    ),
  );
  return JSON.stringify([
    bodies,
    (await world.call(api.getEvent, { eventId }, as)).data,
    (await world.call(api.discoverEvents, {}, as)).data,
    (await world.call(api.discoverEvents, near, as)).data.data.map(({ id }) => (id === eventId ? 'secret: near' : '')),
    (await world.call(api.discoverEvents, { search: 'secretville' }, as)).data.data.map(() => 'secret: found'),
    as ? (await world.call(api.listEvents, { view: 'going' }, as)).data : '',
  ]);
}

test('a location to be announced is shown to hosts alone, in every answer, until it is announced', async () => {
  const { id, alias } = await at.published({ ...LOCATION, tbdLocation: true });
  const guest = await world.person();
  await at.register(id, guest);
  const mail = await mailbox.next(guest.email);
  expect(JSON.stringify([mail.text, mail.html, mail.attachments.map(({ content }) => String(content))])).not.toMatch(
    told,
  );
  for (const as of [undefined, await world.person(), guest]) expect(await all(id, alias, as)).not.toMatch(told);
  expect((await at.seen(id, host)).data).toMatchObject({
    attend_type_details: LOCATION.attend_type_details,
    location: { locality: 'Secretville', latLng: LOCATION.location.latLng },
  });
  await at.change(id, { tbdLocation: false });
  expect(await all(id, alias, undefined)).toMatch(/Secret Hideout 9/);
  expect(await all(id, alias, undefined)).toMatch(/secret: near/);
  expect(await all(id, alias, undefined)).toMatch(/secret: found/);
});

test('a meeting link is shown only to people who may have the online address', async () => {
  const { id } = await at.published(LOCATION);
  const [guest, other] = [await world.person(), await world.person()];
  await at.register(id, guest);
  const link = async (as: Signed | undefined) => (await at.seen(id, as)).data.location?.meetingLink;
  expect([await link(undefined), await link(other), await link(guest), await link(host)]).toEqual([
    '',
    '',
    LOCATION.location.meetingLink,
    LOCATION.location.meetingLink,
  ]);
});

test('a date to be announced is shown to hosts alone, and the order of a list does not reveal it', async () => {
  const first = await at.published({ start_epoc: at.inDays(1), end_epoc: at.inDays(1) + 7200, tbdDate: true });
  const second = await at.published({ start_epoc: at.inDays(3), end_epoc: at.inDays(3) + 7200 });
  const guest = await world.person();
  for (const { id } of [first, second]) await at.register(id, guest);
  const start = String(first.start_epoc);
  expect(first.start_epoc).not.toBeNull();
  for (const as of [undefined, guest]) expect(await all(first.id, first.alias, as)).not.toContain(start);
  const order = (await world.call(api.listEvents, { view: 'going', limit: 50 }, guest)).data.data.map(({ id }) => id);
  expect(order.indexOf(first.id)).toBeGreaterThan(order.indexOf(second.id));
  expect((await at.seen(first.id, host)).data.start_epoc).toBe(first.start_epoc);
});
