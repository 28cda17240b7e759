import type { Page } from '@playwright/test';
import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { startChannel, startCommunity } from '../people.ts';
import { CI, DETAIL } from '../viewports.ts';

test(
  'a member’s page comes with the answers that its screen needs, and the screen asks for nothing twice',
  CI,
  async ({ arrive }) => {
    const ines = await arrive('Ines', 'Carvalho');
    const { page: first } = ines;
    const community = await startCommunity(ines, 'Weavers Row');
    const { id: channelId } = await startChannel(ines, community, { name: 'looms' });
    const asked: string[] = [];
    let sent: string[] = [];
    let starts = 0;
    const listen = async (page: Page) => {
      // Without live news, so that nothing is asked for because of them.
      await page.routeWebSocket('**/live', () => undefined);
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        // What the browser has asked for before any script is what the program gets.
        if (pathname === '/auth/start') starts += 1;
        if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(`${pathname}${search}`);
      });
    };
    await listen(first);
    first.on('response', async (response) => {
      if (!response.url().includes('/auth/start')) return;
      sent = Object.keys(((await response.json()) as { answers: Record<string, unknown> }).answers);
    });

    await first.goto(`/channel/${channelId}`);
    await expect(first.getByRole('textbox', { name: /^Message/ })).toBeVisible();
    await first.waitForLoadState('networkidle');
    await first.close();
    // An owner's list of channels also says who wants to join; members would be refused.
    expect(asked).toEqual([`/api/v1/${community.id}/join-requests`]);
    expect(sent).toContain(`/api/v1/channels/${channelId}`);
    expect(sent.length).toBeGreaterThan(10);
    expect(starts).toBe(1);

    for (const [path, heading] of [
      ['/', /Ines/],
      ['/inbox', 'Inbox'],
      ['/events', 'Events'],
      ['/tickets', 'Tickets'],
    ] as const) {
      // Each in a page of its own, so that late requests of the page before are not counted here.
      const page = await ines.context.newPage();
      await listen(page);
      asked.length = 0;
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(asked, path).toEqual([]);
      await page.close();
    }
  },
);

test('a member’s first page in a browser is drawn once: not as a visitor’s page before', DETAIL, async ({ arrive }) => {
  const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
  const event = await startEvent(maren, 'Raku Night');
  const { page } = kofi;
  // Nothing in this browser's storage says that somebody has been signed in here.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector('main h1'))
        seen.add(document.querySelector('nav[aria-label=Communities]') ? 'member' : 'visitor');
    }).observe(document, { childList: true, subtree: true });
  });
  // The program is there before it is known who this is.
  const held = Promise.withResolvers<void>();
  await page.route('**/auth/start*', (route) => held.promise.then(() => route.continue()));
  await page.goto(`/${event.alias}`, { waitUntil: 'load' });
  await page.evaluate(() => new Promise((next) => requestIdleCallback(next)));
  held.resolve();
  await expect(page.getByRole('navigation', { name: 'Communities' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible();
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual(['member']);
});
