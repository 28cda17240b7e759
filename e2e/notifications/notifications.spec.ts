import type { Page } from '@playwright/test';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { BOTH } from '../viewports.ts';

/**
 * Lets a browser subscribe to the sandbox's push service: there is no way to a real one here, and a browser without a
 * window shows no notifications. What the service worker does with a push has its own test.
 */
async function subscribeTo(page: Page, pushUrl: string): Promise<void> {
  await page.exposeFunction('subscribeThere', async (key: string) =>
    (await fetch(`${pushUrl}/subscribe?key=${key}`, { method: 'POST' })).json(),
  );
  await page.addInitScript(() => {
    type Subscribing = { subscribeThere(key: string): Promise<PushSubscriptionJSON>; endpoint?: string | undefined };
    const here = window as unknown as Subscribing;
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => (permission = 'granted');
    let kept: PushSubscription | null = null;
    PushManager.prototype.getSubscription = async () => kept;
    PushManager.prototype.subscribe = async (options) => {
      const subscription = await here.subscribeThere(String(options?.applicationServerKey));
      here.endpoint = subscription.endpoint;
      kept = { toJSON: () => subscription, options: { applicationServerKey: null } } as unknown as PushSubscription;
      return kept;
    };
  });
}

/** What the push service has for this browser, once there is something. */
async function nextPush(page: Page, pushUrl: string): Promise<unknown> {
  const endpoint = await page.evaluate(() => (window as unknown as { endpoint: string }).endpoint);
  const read = async () => {
    const answer = await page.request.get(`${pushUrl}/messages?endpoint=${encodeURIComponent(endpoint)}`);
    return (await answer.json()) as unknown[];
  };
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return (await read()).at(-1);
}

for (const [where, size, scope] of BOTH) {
  test(
    `notifications: a request is pushed to a browser, and waits in the inbox, on ${where}`,
    scope,
    async ({ arrive, pushUrl }) => {
      const [maren, sigrid] = [await arrive('Maren', 'Holm'), await arrive('Sigrid', 'Hallberg')];
      await maren.page.setViewportSize(size);
      const community = await startCommunity(maren, 'Quiet Bindery', 'private');
      await subscribeTo(maren.page, pushUrl);
      await maren.page.goto('/settings/notifications');
      await maren.page.getByRole('button', { name: 'Turn on notifications' }).click();
      await expect(maren.page.getByText('Notifications are on in this browser.')).toBeVisible();
      await maren.page.getByRole('combobox', { name: 'Email: Requests to join' }).selectOption('Never');
      await expectNoSeriousViolations(maren.page);

      await sigrid.api('POST', `/servers/${community.id}/join-requests`, { note: '' });
      const push = await nextPush(maren.page, pushUrl);
      expect(push).toMatchObject({
        title: 'Quiet Bindery',
        body: 'Sigrid Hallberg asked to join.',
        path: `/${community.slug}/members?tab=requests`,
      });

      await moveTo(maren.page, '/inbox?show=notifications');
      const row = maren.page.getByRole('link', { name: /Quiet Bindery Sigrid Hallberg asked to join\./ });
      await expect(row).toBeVisible();
      await expectNoSeriousViolations(maren.page);
      await row.click();
      await expect(maren.page).toHaveURL(/members\?tab=requests$/);
      await maren.page.goBack();
      await expect(row.getByRole('img', { name: 'Unread' })).toHaveCount(0);
      // What was chosen is still chosen after a reload.
      await moveTo(maren.page, '/settings/notifications');
      await expect(maren.page.getByRole('combobox', { name: 'Email: Requests to join' })).toHaveValue('never');
    },
  );
}
