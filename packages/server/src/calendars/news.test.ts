import * as api from '@folkmoot/contract/calendars/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';
import { calendarQueues } from './jobs.ts';

let mailbox: Mailbox;
let world: World;
let gatherings: EventFixtures;
let maren: Signed;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.listen();
  maren = await world.person();
  gatherings = eventFixtures(world, maren);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const subscribe = (calendarId: string, as: Signed) =>
  world.call(api.subscribeToCalendar, { calendarId, mail: true }, as);
const aDayLater = async () => {
  world.clock.moveBy(25 * 3_600_000);
  const appUrl = () => 'https://moot.example';
  const [queue] = calendarQueues({ db: world.db, services: world.app.services, config: world.config, appUrl });
  await queue?.work({} as never, () => false);
};

test('news of calendars: people who ask for it hear once a day of what is new, may be seen and is still to come', async () => {
  const { id } = await makeCommunity(world.db, maren.id, { name: 'News', slug: 'news-of-makers' });
  const [inside, outside, quiet] = [await world.person(), await world.person(), await world.person()];
  await addMembers(world.db, id, [inside.id]);
  const main = (await world.call(api.getMainCalendar, { serverId: id }, maren)).data;
  await gatherings.published({ name: 'Before', serverId: id });
  for (const who of [inside, outside]) await subscribe(main.id, who);
  await world.call(api.subscribeToCalendar, { calendarId: main.id, mail: false }, quiet);
  const later = gatherings.inDays(40);
  const times = { start_epoc: later, end_epoc: later + 7200 };
  world.clock.moveBy(1_000);
  await gatherings.published({ name: 'For all', serverId: id, ...times });
  await gatherings.published({ name: 'For members', serverId: id, visibility: 'community', ...times });
  await aDayLater();
  const told = await mailbox.next(inside.email);
  expect(told.subject).toBe('2 new events on News calendar');
  expect(told.text).toContain('For members');
  expect(told.text).not.toContain('Before');
  const outsiders = await mailbox.next(outside.email);
  expect(outsiders.subject).toBe('New on News calendar: For all');
  expect(outsiders.text).not.toContain('For members');
  await aDayLater();
  expect([inside, outside, quiet].map(({ email }) => mailbox.has(email))).toEqual([false, false, false]);
});

test('news of calendars: an email that names some of the events says so, and the first one names no other before it', async () => {
  const { data } = (await world.call(api.createCalendar, { name: 'Walks' }, maren)).data;
  const reader = await world.person();
  await subscribe(data.id, reader);
  world.clock.moveBy(1_000);
  const put = async (day: number) => {
    const at = gatherings.inDays(day);
    const { id } = await gatherings.published({ name: `Walk ${day}`, start_epoc: at, end_epoc: at + 7200 });
    await world.call(api.addToCalendar, { calendarId: data.id, type: 'internal', event_id: id }, maren);
  };
  await put(60);
  await aDayLater();
  expect((await mailbox.next(reader.email)).text).toContain('This is new on the calendar:');
  for (let day = 61; day < 70; day += 1) await put(day);
  await aDayLater();
  const told = await mailbox.next(reader.email);
  expect(told.subject).toBe('9 new events on Walks');
  expect(told.text).toContain('These are the next 8 of them:');
  expect(told.text).toContain('Walk 68');
  expect(told.text).not.toContain('Walk 69');
});
