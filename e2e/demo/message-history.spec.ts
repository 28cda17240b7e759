import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { say, signIn, unique } from '../people.ts';
import { CI, DETAIL } from '../viewports.ts';

type Said = { data: { seq: number; text: string; deletedAt: string | null }[] };

/** The visible text of a message, short enough to contain no markup. */
function plainStart(text: string): string {
  return (
    (text.split('\n')[0] ?? '')
      .split(/[*_`@~[\]<>&]/)[0]
      ?.trim()
      .slice(0, 60) ?? ''
  );
}

function list(page: Page) {
  return page.getByRole('list', { name: 'Messages' });
}

test.beforeEach(({ demoSignIns }) => {
  expect(demoSignIns.length, 'the demo world offers sign-ins').toBeGreaterThan(0);
});

/** A demo person in the channel with the most history. */
async function openHearth(
  ...[browser, baseURL, person]: [Parameters<typeof signIn>[0], string, { email: string; password: string } | undefined]
) {
  const { page, context, api } = await signIn(browser, {
    baseURL,
    email: person?.email ?? '',
    password: person?.password ?? '',
  });
  const { data } = await api<{ data: { id: string; name: string }[] }>('GET', '/channels');
  const id = data.find(({ name }) => name === 'hearth')?.id ?? '';
  const { conversation } = await api<{ conversation: { id: string } }>('GET', `/channels/${id}`);
  const read = (query: string) => api<Said>('GET', `/conversations/${conversation.id}/messages?${query}`);
  // The end of the channel is recognised by words that occur nowhere else in it.
  const newest = `Lights out at ${unique()}.`;
  await say({ api }, { conversation }, newest);
  return { page, context, id, read, newest };
}

test(
  'older pages load above the message being read without moving it, and Newest leads to the end',
  CI,
  async ({ browser, baseURL, demoSignIns }) => {
    const { page, context, id, read, newest } = await openHearth(browser, baseURL ?? '', demoSignIns[0]);
    await page.goto(`/channel/${id}`);
    const newestOnScreen = list(page).getByRole('article').filter({ hasText: newest }).last();
    // Somebody may write meanwhile: other journeys share this world.
    const toNewest = page.getByRole('button', { name: /^Newest$|new messages?$/ });
    // The person wrote last, so nothing is new, and the channel opens at its end.
    await expect(newestOnScreen).toBeInViewport();

    // The page of older messages is held back until the list has stopped moving.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    await page.route(/\/messages\?before=/, async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    await list(page).hover();
    await expect(async () => {
      await page.mouse.wheel(0, -600);
      expect(asked).toBe(1);
    }).toPass({ intervals: [50] });
    const middle = (page.viewportSize()?.height ?? 0) / 2;
    const standing = async () => {
      for (const article of await list(page).getByRole('article').elementHandles()) {
        const box = await article.boundingBox();
        if (box && box.y > middle) return { article, y: box.y };
      }
      throw new Error('No message stands in the lower half of the window.');
    };
    let before = await standing();
    await expect(async () => {
      const again = await standing();
      const still = again.y === before.y;
      before = again;
      expect(still).toBe(true);
    }).toPass();
    const height = await list(page).evaluate((element) => element.clientHeight);
    release();
    await expect.poll(() => list(page).evaluate((element) => element.clientHeight)).toBeGreaterThan(height + 500);
    const after = await before.article.boundingBox();
    expect(Math.abs((after?.y ?? 0) - before.y)).toBeLessThanOrEqual(2);

    const beginning = page.getByText('This is the beginning of hearth.');
    await expect(async () => {
      await page.mouse.wheel(0, -30_000);
      await expect(beginning).toBeInViewport({ timeout: 100 });
    }).toPass({ timeout: 40_000, intervals: [20] });
    expect(asked).toBeGreaterThan(3);
    const first = (await read('after=0')).data[0]?.text ?? '';
    await expect(
      list(page)
        .getByRole('article')
        .filter({ hasText: plainStart(first) })
        .first(),
    ).toBeInViewport();

    await toNewest.click();
    await expect(newestOnScreen).toBeInViewport();
    await expect(toNewest).toBeHidden();
    await context.close();
  },
);

test('a link to a message opens the channel at that message', DETAIL, async ({ browser, baseURL, demoSignIns }) => {
  const { page, context, id, read, newest } = await openHearth(browser, baseURL ?? '', demoSignIns[0]);
  const old = (await read('after=40')).data.find(
    ({ text, deletedAt }) => deletedAt === null && plainStart(text).length > 25,
  );
  await page.goto(`/channel/${id}?message=${old?.seq}`);
  const named = list(page)
    .getByRole('article')
    .filter({ hasText: plainStart(old?.text ?? '') });
  await expect(named.first()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Newest' })).toBeVisible();
  await expect(list(page).getByRole('article').filter({ hasText: newest })).toHaveCount(0);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(list(page).getByRole('article').filter({ hasText: newest }).last()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Newest' })).toBeHidden();
  await context.close();
});
