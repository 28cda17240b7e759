import * as api from '@folkmoot/contract/calendars/api.ts';
import * as sourcesApi from '@folkmoot/contract/calendars/sources-api.ts';
import { SOURCE_LIMITS, SOURCE_PROBLEMS, sourceRefusals } from '@folkmoot/contract/calendars/sources-schema.ts';
import { describe, expect, test } from 'vitest';
import { sourceFixtures } from '../../../test/fixtures/source-fixtures.ts';

const { site, at, feedOf, list, shown, put, add, change, only, namesShown, later } = sourceFixtures();
const rows = () =>
  site.world.db
    .selectFrom('calendar_source_events')
    .selectAll()
    .where('calendar_id', '=', site.calendar.id)
    .orderBy('uid')
    .execute();

describe('a feed that is read again', () => {
  test('is the same at no cost, follows changes, and loses what is gone', async () => {
    const url = put('/fairs.ics', ['a', 'Fair', 30], ['b', 'Walk', 31], ['c', 'Swap', 32]);
    await add(url);
    const before = await rows();
    await later();
    expect(site.asked.map(({ tag }) => tag !== undefined)).toEqual([false, true]);
    expect(await rows()).toEqual(before);
    site.feeds.set(
      '/fairs.ics',
      (site.feeds.get('/fairs.ics') ?? '')
        .replace('SUMMARY:Walk', 'SUMMARY:Long walk')
        .replace(/BEGIN:VEVENT\r\nUID:c.*?END:VEVENT\r\n/s, ''),
    );
    await later();
    const after = await rows();
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({ id: before[1]?.id, title: 'Long walk' });
    expect(after.length).toBe(2);
    expect(after[1]?.changed_at).not.toEqual(before[1]?.changed_at);
    expect(await only()).toMatchObject({ eventCount: 2, state: 'ok' });
  });

  test('is read whole once a day, since other days of a series are shown then', async () => {
    await add(put('/walks.ics', ['a', 'Walk', -1, 'RRULE:FREQ=WEEKLY']));
    const last = async () => (await shown({ limit: 50, page: 2 })).at(-1)?.start_epoc ?? 0;
    const before = await last();
    await later();
    expect([site.asked.at(-1)?.tag, await last()]).toEqual([expect.any(String), before]);
    await later(8 * 24);
    expect([site.asked.at(-1)?.tag, (await last()) - before]).toEqual([undefined, 7 * 86_400]);
  });

  test('that fails keeps what was there, says since when, recovers, and is paused after a week', async () => {
    const url = put('/fairs.ics', ['a', 'Fair', 60]);
    await add(url);
    site.feeds.delete('/fairs.ics');
    await later();
    const since = Math.floor(site.world.clock.now().getTime() / 1000);
    const failing = await only();
    expect(failing).toMatchObject({ state: 'failing', problem: 'not-found', eventCount: 1 });
    expect(Math.abs((failing?.failing_epoc ?? 0) - since)).toBeLessThan(60);
    expect(failing?.succeeded_epoc).toBeLessThan(since - 3600);
    expect(await namesShown()).toEqual(['Fair']);
    await later();
    expect((await only())?.failing_epoc).toBe(failing?.failing_epoc);
    put('/fairs.ics', ['a', 'Fair again', 60]);
    await later();
    expect(await only()).toMatchObject({ state: 'ok', problem: null, failing_epoc: null });
    expect(await namesShown()).toEqual(['Fair again']);

    site.feeds.delete('/fairs.ics');
    await later();
    await later(6 * 24);
    expect(await only()).toMatchObject({ state: 'failing' });
    await later(25);
    expect(await only()).toMatchObject({ state: 'paused', problem: 'not-found' });
    const count = site.asked.length;
    await later(48);
    expect(site.asked.length).toBe(count);
    expect(await namesShown()).toEqual(['Fair again']);

    // Somebody has it read: while it fails it stays paused, and then it goes on.
    const id = (await only())?.id ?? '';
    const failed = await change(id, { fetch: true });
    expect([failed.status, failed.data.message, failed.data.data.state]).toEqual([
      200,
      SOURCE_PROBLEMS['not-found'],
      'paused',
    ]);
    put('/fairs.ics', ['a', 'Fair for ever', 30]);
    expect((await change(id, { fetch: true })).problem.code).toBe(sourceRefusals.justRead.code);
    site.world.clock.moveBy(SOURCE_LIMITS.again * 1000 + 1000);
    const read = await change(id, { fetch: true });
    expect([read.data.message, read.data.data.state]).toEqual(['The feed is up to date.', 'ok']);
    await later();
    expect(site.asked.length).toBe(count + 3);
  });

  test('is site.asked for by one of several processes', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) await add(put(`/${n}.ics`, [`${n}`, `Fair ${n}`, n]));
    site.asked.length = 0;
    site.world.clock.moveBy(90 * 60_000);
    const others = [site.anotherProcess(), site.anotherProcess()];
    await Promise.all([...others, site.running].map(({ run }) => run()));
    const mine = site.asked.map(({ url }) => url).filter((url) => /^\/[1-6]\.ics$/.test(url));
    expect(mine.sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `/${n}.ics`));
    await Promise.all(others.map(({ close }) => close()));
  });

  test('and removed meanwhile leaves nothing behind', async () => {
    await add(put('/fairs.ics', ['a', 'Fair', 3]));
    const id = (await only())?.id ?? '';
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let go: () => void = () => undefined;
    site.answer = (_, response) => {
      go = () => response.end(feedOf(['b', 'Late', 4]));
      arrive();
    };
    site.world.clock.moveBy(90 * 60_000);
    const reading = change(id, { fetch: true });
    await arrived;
    expect(
      (await site.world.call(sourcesApi.removeSource, { calendarId: site.calendar.id, sourceId: id }, site.maren))
        .status,
    ).toBe(200);
    go();
    expect((await reading).status).toBe(404);
    expect([await list(), await namesShown()]).toEqual([[], []]);
    expect(
      (await site.world.call(sourcesApi.removeSource, { calendarId: site.calendar.id, sourceId: id }, site.maren))
        .status,
    ).toBe(200);
  });

  test('moves on the clock of its calendar when that has another zone', async () => {
    site.feeds.set('/floating.ics', feedOf(['a', 'Walk', 3]).replace(/(DTSTART:.*)Z/, '$1'));
    await add(`${site.origin}/floating.ics`);
    const [before] = await shown();
    await site.world.call(api.updateCalendar, { calendarId: site.calendar.id, time_zone: 'Asia/Tokyo' }, site.maren);
    // As soon as it may be: a minute after it was read.
    site.world.clock.moveBy(61_000);
    await site.running.run();
    const [after] = await shown();
    expect(after?.time_zone).toBe('Asia/Tokyo');
    expect((before?.start_epoc ?? 0) - (after?.start_epoc ?? 0)).toBeGreaterThanOrEqual(8 * 3600);
  });

  test('tells the people who have the calendar open of changes, and of nothing else', async () => {
    await add(put('/fairs.ics', ['a', 'Fair', 30]));
    const told: unknown[] = [];
    const { deliver } = site.world.app.services;
    site.world.app.services.deliver = (effects) => void told.push(...effects);
    await later();
    expect(told).toEqual([]);
    // Written anew by its program, it says the same.
    site.feeds.set(
      '/fairs.ics',
      (site.feeds.get('/fairs.ics') ?? '').replace('SUMMARY', `DTSTAMP:${at(0)}\r\nSUMMARY`),
    );
    await later();
    expect([site.asked.length, told]).toEqual([3, []]);
    put('/fairs.ics', ['a', 'Large fair', 30]);
    await later();
    site.world.app.services.deliver = deliver;
    expect(JSON.stringify(told)).toContain(site.calendar.id);
  });
});
