import * as api from '@folkmoot/contract/calendars/api.ts';
import { describe, expect, test } from 'vitest';
import { sourceFixtures } from '../../../test/fixtures/source-fixtures.ts';
import type { Outside } from '../../core/outside/outside.ts';
import { sourceQueues } from './jobs.ts';
import { createSources } from './sources-actions.ts';

/* What one person's feeds may cost the feeds of others. */

const { site, put, add, list, only, shown } = sourceFixtures();

/** A site that answers some addresses, and of which others never end. */
function slowSite() {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const file = { text: null, version: { etag: null, modified: null } };
  const outside: Outside = {
    read(url) {
      asked.push(url);
      return url.includes('slow') ? new Promise((resolve) => ends.push(() => resolve(file))) : Promise.resolve(file);
    },
  };
  /** Ends all of them, once so many addresses have been asked. */
  const endAll = async (count: number) => {
    while (asked.length < count || ends.length > 0) {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    }
  };
  return { asked, outside, endAll };
}
const reader = { read: async () => undefined, close: async () => undefined };
const feed = (url: string) => ({ url, zone: 'UTC' });

describe('feeds that take long', () => {
  test('of one person are read one after another, while those of others and of the job are read', async () => {
    const { asked, outside, endAll } = slowSite();
    const sources = createSources({ outside, reader });
    const now = new Date();
    const slow = Array.from({ length: 6 }, (_, n) => sources.read(feed(`slow-${n}`), now, 'eve'));
    await sources.read(feed('quick'), now, 'maren');
    await sources.read(feed('due'), now);
    expect(asked).toEqual(['slow-0', 'quick', 'due']);
    await endAll(8);
    await Promise.all(slow);
  });

  test('of four people do not hold up the job', async () => {
    const { asked, outside, endAll } = slowSite();
    const sources = createSources({ outside, reader });
    const now = new Date();
    const slow = ['a', 'b', 'c', 'd', 'e'].map((person) => sources.read(feed(`slow-${person}`), now, person));
    await sources.read(feed('due'), now);
    expect(asked.at(-1)).toBe('due');
    await endAll(6);
    await Promise.all(slow);
  });
});

test('a feed whose reading breaks off for a reason of ours does not end the job', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await add(put(`/${name}.ics`, [name, 'Fair', 30]));
  const { db, clock, app } = site.world;
  const read: string[] = [];
  const logged: unknown[] = [];
  const log = { error: (...parts: unknown[]) => void logged.push(parts) };
  const sources = {
    async read({ url }: { url: string }) {
      if (read.push(url) <= 5) throw new Error('The child did not start.');
      return { same: true as const, version: { etag: null, modified: null } };
    },
  };
  const [queue] = sourceQueues({ db, services: app.services, clock, sources, log: log as never });
  clock.moveBy(2 * 3_600_000);
  await queue?.work({} as never, () => false);
  expect(read).toHaveLength(6);
  expect(logged).toHaveLength(5);
});

test('times that no clock shows are left out, and the feed of the calendar goes on', async () => {
  const url = put(
    '/far.ics',
    ['a', 'Fair', 30],
    ['b', 'Comet', 30, 'RECURRENCE-ID;TZID=America/New_York:99991231T235959'],
    ['c', 'Universe', 30, 'DTEND;TZID=America/New_York:99991231T235959'],
  );
  expect((await add(url)).status).toBe(200);
  expect((await only())?.leftOut.unreadable).toBe(2);
  expect((await shown()).map(({ name }) => name)).toEqual(['Fair']);
  const calendar = await site.world.app.http.inject(`/feeds/calendars/${site.calendar.id}.ics`);
  expect(calendar.statusCode).toBe(200);
});

test('a calendar that moves from zone to zone does not have its feeds read more than once a minute', async () => {
  await add(put('/fairs.ics', ['a', 'Fair', 30]));
  const moveTo = async (time_zone: string) => {
    await site.world.call(api.updateCalendar, { calendarId: site.calendar.id, time_zone } as never, site.maren);
    await site.running.run();
  };
  for (const zone of ['Asia/Tokyo', 'Europe/London', 'Asia/Tokyo']) await moveTo(zone);
  expect(site.asked).toHaveLength(1);
  site.world.clock.moveBy(61_000);
  await site.running.run();
  expect(site.asked).toHaveLength(2);
  expect((await list())[0]).toMatchObject({ state: 'ok', eventCount: 1 });
});
