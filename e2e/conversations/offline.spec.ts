import type { Page } from '@playwright/test';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { bringIn, type Person, say, startChannel, startCommunity } from '../people.ts';
import { BOTH, CI, DETAIL } from '../viewports.ts';

const articles = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('article');
const box = (page: Page) => page.getByRole('textbox', { name: 'Message hearth' });
const waiting = (page: Page) => page.getByRole('article', { name: 'Your unsent message' });

async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

async function twoInHearth(arrive: (firstName: string, lastName?: string) => Promise<Person>) {
  const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
  const community = await startCommunity(maren, 'Weavers Row');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  await bringIn(maren, community, [tomasz], [hearth]);
  for (const { page } of [maren, tomasz]) {
    await page.goto(`/channel/${hearth.id}`);
    await expect(box(page)).toBeVisible();
  }
  return { maren, tomasz, hearth };
}

for (const [where, size, scope] of BOTH)
  test(`messages written offline are sent later, in order and once, on ${where}`, scope, async ({ arrive }) => {
    const { maren, tomasz, hearth } = await twoInHearth(arrive);
    const { page, context } = maren;
    await page.setViewportSize(size);
    await write(page, 'Before the storm.');
    await expect(articles(tomasz.page).filter({ hasText: 'Before the storm.' })).toBeVisible();

    await context.setOffline(true);
    for (const text of ['One.', 'Two.', 'Three.']) await write(page, text);
    await expect(waiting(page)).toHaveCount(3);
    await expect(
      page.getByText('You’re offline. Messages will be sent when you are back. 3 messages are waiting.'),
    ).toBeVisible();
    await expect(waiting(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await expectNoSeriousViolations(page);
    // Messages that others send at that time are not missed.
    await say(tomasz, hearth, 'Are you there?');

    await context.setOffline(false);
    await expect(waiting(page)).toHaveCount(0);
    await expect(page.getByText(/messages? (is|are) waiting\./)).toHaveCount(0);
    for (const person of [maren, tomasz]) {
      await expect(articles(person.page)).toHaveCount(5);
      await expect(articles(person.page).nth(1)).toContainText('Are you there?');
      for (const [at, text] of ['One.', 'Two.', 'Three.'].entries())
        await expect(articles(person.page).nth(at + 2)).toContainText(text);
    }
    await reload(tomasz.page, 'nothing was sent twice');
    await expect(articles(tomasz.page)).toHaveCount(5);
  });

test(
  'without a connection, another channel keeps the sidebar and says that it is not loaded, and is there later',
  CI,
  async ({ arrive }) => {
    const maren = await arrive('Maren', 'Holm');
    const community = await startCommunity(maren, 'Weavers Row');
    const hearth = await startChannel(maren, community, { name: 'hearth' });
    await startChannel(maren, community, { name: 'looms' });
    const { page, context } = maren;
    // Files are named by their content alone.
    const toasts = page.waitForResponse(
      async (file) => file.url().endsWith('.js') && (await file.text()).includes('`failed:'),
    );
    await page.goto(`/channel/${hearth.id}`);
    await expect(box(page)).toBeVisible();
    const sidebar = page.getByRole('complementary', { name: community.name });
    // What has to say that something failed is loaded before it is needed.
    await toasts;
    await context.setOffline(true);
    await expect(page.getByText(/^You’re offline\. Messages/)).toBeVisible();
    await page.getByRole('button', { name: /^Notifications for/ }).click();
    await page.getByRole('menuitemradio', { name: 'Nothing' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You seem to be offline' })).toBeVisible();
    await sidebar.getByRole('link', { name: /looms/ }).click();
    await expect(page.getByText('This channel is not loaded yet')).toBeVisible();
    await expectNoSeriousViolations(page);
    await sidebar.getByRole('link', { name: /hearth/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'hearth' })).toBeVisible();
    await sidebar.getByRole('link', { name: /looms/ }).click();
    await context.setOffline(false);
    await expect(page.getByRole('textbox', { name: 'Message looms' })).toBeVisible();
  },
);

test('unsent messages survive a reload, and another tab does not send them twice', DETAIL, async ({ arrive }) => {
  const { maren, tomasz, hearth } = await twoInHearth(arrive);
  const { page, context } = maren;
  // The server is away, the page is not.
  await context.route('**/api/v1/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await write(page, 'Kept.');
  await write(page, 'Kept as well.');
  await expect(waiting(page)).toHaveCount(2);
  await expect(waiting(page).first().getByText('Waiting for the network')).toBeVisible();
  await reload(page, 'what waits is kept');
  await expect(waiting(page)).toHaveCount(2);
  const second = await context.newPage();
  await second.goto(`/channel/${hearth.id}`);
  await expect(waiting(second)).toHaveCount(2);
  await context.unrouteAll();
  await expect(waiting(page)).toHaveCount(0, { timeout: 40_000 });
  await expect(waiting(second)).toHaveCount(0);
  await reload(tomasz.page, 'nothing was sent twice');
  await expect(articles(tomasz.page)).toHaveCount(2);
  await expect(articles(tomasz.page).first()).toContainText('Kept.');
});

test('a message that a rule refuses waits until its author rewrites it', DETAIL, async ({ arrive, watch }) => {
  watch.expectRefusal(403, /\/messages$/);
  const { maren, tomasz } = await twoInHearth(arrive);
  const { page, context } = maren;
  const said = {
    statusCode: 403,
    code: 'conversations.may-not-send',
    message: 'Your role does not allow you to write here.',
  };
  await context.route('**/api/v1/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: said }) : route.continue(),
  );
  await write(page, 'May I?');
  await expect(waiting(page).getByRole('alert')).toContainText('Your role does not allow you to write here.');
  await waiting(page).getByRole('button', { name: 'Retry' }).click();
  await expect(waiting(page).getByRole('alert')).toBeVisible();
  await waiting(page).getByRole('button', { name: 'Edit' }).click();
  await expect(waiting(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('May I?');
  await expect(box(page)).toBeFocused();
  await context.unrouteAll();
  await write(page, 'May I now?');
  await expect(articles(tomasz.page).filter({ hasText: 'May I now?' })).toHaveCount(1);
  await expect(articles(tomasz.page)).toHaveCount(1);
});

test('a part of the app that cannot be loaded offline removes nothing from the page', DETAIL, async ({ arrive }) => {
  const { maren } = await twoInHearth(arrive);
  const { page, context } = maren;
  await write(page, 'Before the storm.');
  await expect(articles(page).filter({ hasText: 'Before the storm.' })).toBeVisible();
  await context.setOffline(true);
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'));
  await articles(page).first().hover();
  await articles(page).first().getByRole('button', { name: 'Add reaction' }).click();
  await refused;
  await write(page, 'Still here.');
  await expect(waiting(page)).toHaveCount(1);
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(articles(page).filter({ hasText: 'Still here.' })).toHaveCount(1);
});

test(
  'a message that is edited while offline keeps what was typed, and is saved when there is a connection',
  DETAIL,
  async ({ arrive }) => {
    const { maren } = await twoInHearth(arrive);
    const { page, context } = maren;
    await write(page, 'Before the storm.');
    await articles(page).first().hover();
    await articles(page).first().getByRole('button', { name: 'More', exact: true }).click();
    const question = page.waitForResponse(/\/assets\//);
    await page.getByRole('menuitem', { name: 'Edit message' }).click();
    await question;
    await page.waitForLoadState('networkidle');
    const editing = page.getByRole('form', { name: 'Edit message' });
    await editing.getByRole('textbox', { name: 'Message' }).fill('After the storm.');
    await context.setOffline(true);
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing.getByText(/offline/)).toBeVisible();
    await context.setOffline(false);
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(articles(page).filter({ hasText: 'After the storm.' })).toHaveCount(1);
  },
);
