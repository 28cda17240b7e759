import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedSite, startFeedSite } from './start.ts';

let site: FeedSite;
beforeAll(async () => {
  site = await startFeedSite();
});
afterAll(() => site.stop());

test('a feed is there until it is deleted, and is not sent again to a reader who has it', async () => {
  const url = `${site.url}/mine.ics`;
  expect((await fetch(url)).status).toBe(404);
  await fetch(url, { method: 'PUT', body: 'BEGIN:VCALENDAR' });
  const reply = await fetch(url);
  expect(await reply.text()).toBe('BEGIN:VCALENDAR');
  const again = await fetch(url, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  await fetch(url, { method: 'DELETE' });
  expect((await fetch(url)).status).toBe(404);
});

test('the town has a calendar from the start', async () => {
  const feed = await (await fetch(`${site.url}/town.ics`)).text();
  expect(feed).toContain('SUMMARY:River fair\r\n');
});
