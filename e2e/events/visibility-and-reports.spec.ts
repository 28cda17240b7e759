import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { DETAIL, onDesk } from '../viewports.ts';

onDesk(() => {
  test('the list of people who are going is shown to everybody, or to the hosts alone', DETAIL, async ({ arrive }) => {
    const [hedda, bea, kofi] = [
      await arrive('Hedda', 'Host'),
      await arrive('Beatrix', 'Okafor'),
      await arrive('Kofi', 'Mensah'),
    ];
    const event = await startEvent(hedda, 'Open Kiln');
    await bea.api('PUT', `/events/${event.id}/register`, {});
    await kofi.page.goto(`/${event.alias}`);
    await expect(kofi.page.getByRole('heading', { name: '1 going' })).toBeVisible();
    await kofi.page.getByRole('button', { name: 'See guests' }).click();
    const guests = kofi.page.getByRole('dialog');
    await expect(guests.getByText('Beatrix Okafor')).toBeVisible();
    await guests.getByRole('button', { name: 'Close' }).click();

    await hedda.page.goto(`/events/manage/${event.alias}?tab=registration`);
    await hedda.page.getByRole('switch', { name: 'Show who is going' }).click();
    await hedda.page.getByRole('button', { name: 'Save changes' }).click();
    await expect(hedda.page.getByText(/^Saved at/)).toBeVisible();
    await expect(kofi.page.getByRole('heading', { level: 1, name: 'Open Kiln' })).toBeVisible();
    await expect(kofi.page.getByText('Beatrix')).toHaveCount(0);
    await expect(kofi.page.getByRole('button', { name: 'See guests' })).toHaveCount(0);
    await moveTo(hedda.page, `/${event.alias}`);
    await expect(hedda.page.getByText('Only hosts see this.')).toBeVisible();
  });

  test('only its hosts can preview a draft, as its page will look', DETAIL, async ({ arrive }) => {
    const [hedda, kofi] = [await arrive('Hedda', 'Host'), await arrive('Kofi', 'Mensah')];
    await hedda.page.goto('/events/create');
    await hedda.page.getByLabel('Event name').fill('Not Yet Told');
    const opened = hedda.context.waitForEvent('page');
    const { page } = hedda;
    if ((page.viewportSize()?.width ?? 0) > 800)
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
    else {
      // On phones it is in the menu, once the draft is saved.
      await page.getByRole('button', { name: 'More about this draft' }).click();
      await page.getByRole('menuitem', { name: 'Preview' }).click();
    }
    const preview = await opened;
    await expect(preview.getByRole('heading', { level: 1, name: 'Not Yet Told' })).toBeVisible();
    await expect(preview.getByText('Only its hosts can see it.')).toBeVisible();
    await kofi.page.goto(new URL(preview.url()).pathname);
    await expect(kofi.page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  });
});
