import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { CI, DETAIL, onDesk } from '../viewports.ts';

onDesk(() => {
  test('a passcode opens a private event', CI, async ({ arrive, page, watch }) => {
    // Locked, and a wrong passcode.
    watch.expectRefusal(403, /\/events\/[^/]+(\/passcode)?$/);
    const maren = await arrive('Maren', 'Oduya');
    const event = await startEvent(maren, 'Quiet Kiln', { visibility: 'private', passcode: 'clay and fire' });
    await page.goto(`/${event.alias}`);
    await expect(page.getByRole('heading', { level: 1, name: 'This event is private' })).toBeVisible();
    await expect(page.getByText('Quiet Kiln')).toBeHidden();
    await page.getByRole('textbox', { name: 'Passcode' }).fill('mud');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('That passcode is not correct.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Passcode' }).fill('clay and fire');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Quiet Kiln' })).toBeVisible();
    await expect(page.getByText('Private event')).toBeVisible();
    // As long as the tab is there.
    await reload(page, 'the passcode is kept as long as the tab');
    await expect(page.getByRole('heading', { level: 1, name: 'Quiet Kiln' })).toBeVisible();
  });

  test(
    'a signed-out person signs in to ask for access, and the host lets one person in and refuses another',
    DETAIL,
    async ({ arrive, page, mailTo }) => {
      const [maren, kofi, bea] = [
        await arrive('Maren', 'Oduya'),
        await arrive('Kofi', 'Mensah'),
        await arrive('Bea', 'Okafor'),
      ];
      const event = await startEvent(maren, 'Quiet Kiln', { visibility: 'private', passcode: 'clay and fire' });
      await page.goto(`/${event.alias}`);
      await page.getByRole('button', { name: 'Request access' }).click();
      await expect(page).toHaveURL(new RegExp(`/sign-in\\?next=%2F${event.alias}`));
      await page.getByLabel('Email').fill(kofi.email);
      await page.getByLabel('Password', { exact: true }).fill(kofi.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/${event.alias}$`));
      await page.getByRole('button', { name: 'Request access' }).click();
      const sent = 'Request sent. We’ll email you when a host answers.';
      await expect(page.getByText(sent)).toBeVisible();
      // Leaving it leads to the events; coming again changes nothing.
      await page.getByRole('link', { name: 'Go to events' }).click();
      await expect(page).toHaveURL(/\/events$/);
      await moveTo(page, `/${event.alias}`);
      await expect(page.getByText(sent)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Request access' })).toBeHidden();
      await bea.page.goto(`/${event.alias}`);
      await bea.page.getByRole('button', { name: 'Request access' }).click();
      await expect(bea.page.getByText(sent)).toBeVisible();

      await mailTo(maren.email, { subject: /Someone asked for access: Quiet Kiln/ });
      await maren.page.goto(`/events/manage/${event.alias}?tab=info`);
      const asking = maren.page.getByRole('list', { name: 'Requests for access' });
      await expect(asking.getByRole('listitem')).toHaveCount(2);
      await asking.getByRole('button', { name: 'Let Kofi Mensah in' }).click();
      await expect(asking.getByRole('listitem')).toHaveCount(1);
      // It opens without a reload.
      await expect(page.getByRole('heading', { level: 1, name: 'Quiet Kiln' })).toBeVisible();
      await mailTo(kofi.email, { subject: /You now have access to Quiet Kiln/ });
      await asking.getByRole('button', { name: 'Decline Bea Okafor' }).click();
      await expect(maren.page.getByText('No access requests.')).toBeVisible();
      await mailTo(bea.email, { subject: /About your request: Quiet Kiln/ });
      await expect(bea.page.getByText('The hosts have declined your request.')).toBeVisible();
      await expect(bea.page.getByText('Quiet Kiln')).toBeHidden();
    },
  );
});
