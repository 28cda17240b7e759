import type { Page } from '@playwright/test';
import { startEvent } from '../events.ts';
import { expect, expectFingersFit, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { CI, DETAIL, onBoth, onDesk, PHONE } from '../viewports.ts';

/** Accounts at the sandbox's Google: what one test takes back would end another test's permission. */
const accountOf = (page: Page) =>
  page.viewportSize()?.width === PHONE.width ? 'the.choir@mail.example' : 'maren.holt@mail.example';

/** Opens the wizard at its contacts. */
async function openContacts(page: Page, alias: string) {
  await page.goto(`/events/manage/${alias}?tab=invited`);
  await page.getByRole('button', { name: 'Invite guests' }).last().click();
  const panel = page.getByRole('dialog', { name: 'Invite guests' });
  await panel.getByRole('tab', { name: 'Contacts' }).click();
  return panel;
}

onBoth(() => {
  test(
    'contacts: a host connects their Google contacts, invites people from them, and disconnects',
    CI,
    async ({ arrive }) => {
      const hedda = await arrive('Hedda', 'Host');
      const event = await startEvent(hedda, 'Contacted Supper');
      const { page } = hedda;
      const panel = await openContacts(page, event.alias);
      await expectNoSeriousViolations(page, { dialog: true });
      const connect = async () => {
        const opening = page.waitForEvent('popup');
        await panel.getByRole('button', { name: 'Connect Google contacts' }).click();
        const google = await opening;
        await google.getByRole('radio', { name: accountOf(page) }).check();
        return google;
      };
      const unticked = await connect();
      await expectNoSeriousViolations(unticked);
      await unticked.getByRole('checkbox', { name: 'See and download your contacts' }).uncheck();
      let closed = unticked.waitForEvent('close');
      await unticked.getByRole('button', { name: 'Continue' }).click();
      await expect(panel.getByRole('alert')).toContainText('The permission to see your contacts was not ticked.');
      await closed;

      const google = await connect();
      closed = google.waitForEvent('close');
      await google.getByRole('button', { name: 'Continue' }).click();
      const list = panel.getByRole('list', { name: 'Contacts' });
      await expect(list.getByRole('checkbox').first()).toBeVisible();
      await closed;
      await expectNoSeriousViolations(page, { dialog: true });
      const field = panel.getByRole('searchbox', { name: 'Search contacts' });
      await field.fill('kofi');
      await expect(list.getByRole('checkbox').first()).toHaveAccessibleName(/^Kofi \S.* kofi\.\d+@/);
      await list.getByRole('checkbox').first().check();
      await field.fill('');
      await panel.getByRole('button', { name: 'Choose all', exact: true }).click();
      await expect(panel.getByRole('button', { name: /^Remove all [12],\d+ you chose here/ })).toBeVisible();
      await panel
        .getByRole('button', { name: /^Remove all/ })
        .first()
        .click();
      await list.getByRole('checkbox').first().check();
      await field.fill('kofi');
      await expect(list.getByRole('checkbox').first()).toHaveAccessibleName(/^Kofi /);
      await list.getByRole('checkbox').first().check();
      await panel.getByRole('button', { name: 'Write the invitation' }).click();
      await expect(panel.getByText('2 invitations', { exact: true })).toBeVisible();
      await panel.getByRole('button', { name: 'Send invitations' }).click();
      await expect(page.getByText(/^2 invitations are leaving in \d+ seconds\.$/)).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: /Kofi / })).toContainText('Not sent yet');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('Taken back. Nothing was sent.')).toBeVisible();

      // Still connected, on any page, until they are disconnected.
      await reload(page, 'the connection is kept');
      await openContacts(page, event.alias);
      await expect(list.getByRole('checkbox').first()).toBeVisible();
      await panel.getByRole('button', { name: 'Disconnect Google contacts' }).click();
      await expect(page.getByText('Your Google contacts are disconnected.')).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Connect Google contacts' })).toBeVisible();
    },
  );
});

onDesk(() => {
  test(
    'contacts: a host who takes the permission back at Google is asked to connect again',
    DETAIL,
    async ({ arrive, peopleUrl, browser }) => {
      const hedda = await arrive('Hedda', 'Host');
      const event = await startEvent(hedda, 'Disconnected Supper');
      const { page } = hedda;
      const panel = await openContacts(page, event.alias);
      const opening = page.waitForEvent('popup');
      await panel.getByRole('button', { name: 'Connect Google contacts' }).click();
      const google = await opening;
      const account = 'brand.new@mail.example';
      await google.getByRole('radio', { name: account }).check();
      await google.getByRole('button', { name: 'Continue' }).click();
      await expect(panel.getByText('None of your Google contacts has an email address.')).toBeVisible();
      const context = await browser.newContext();
      const permissions = await context.newPage();
      await permissions.goto(peopleUrl);
      const row = permissions.getByRole('listitem').filter({ hasText: account });
      await row.getByRole('button', { name: 'Remove access' }).click();
      await expect(row).toHaveCount(0);
      await context.close();
      await panel.getByRole('searchbox', { name: 'Search contacts' }).fill('bea');
      await expect(panel.getByRole('alert')).toContainText('Google does not let us read your contacts any more.');
      await expect(panel.getByRole('button', { name: 'Connect Google contacts' })).toBeVisible();
    },
  );
});

test.describe('by touch', DETAIL, () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });
  test('contacts: fingers hit everything with which they are connected and chosen', async ({ arrive }) => {
    const hedda = await arrive('Hedda', 'Host');
    const event = await startEvent(hedda, 'Tapped Supper');
    const { page } = hedda;
    const panel = await openContacts(page, event.alias);
    await expectFingersFit(page);
    const opening = page.waitForEvent('popup');
    await panel.getByRole('button', { name: 'Connect Google contacts' }).tap();
    const google = await opening;
    await expect(panel.getByRole('button', { name: 'Open it again' })).toBeVisible();
    await expectFingersFit(page);
    await google.getByRole('button', { name: 'Continue' }).tap();
    await panel.getByRole('list', { name: 'Contacts' }).getByRole('checkbox').first().tap();
    await expect(panel.getByRole('button', { name: 'Remove the person you chose here' })).toBeVisible();
    await expectFingersFit(page);
  });
});
