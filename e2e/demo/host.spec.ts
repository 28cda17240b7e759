import { expect, test } from '../fixtures.ts';
import { unique } from '../people.ts';
import { byHand } from './demo-parts.ts';

byHand((hands) => {
  test('the demo: Maren creates an event, publishes it, changes it, duplicates it and cancels it', async ({
    browser,
    baseURL,
    demoSignIns,
  }) => {
    const { press, signedIn, touch } = hands({ browser, baseURL, demoSignIns });
    const page = await signedIn('Maren');
    const name = `Rope walk ${unique()}`;
    await press(
      page.getByRole('navigation', { name: touch ? 'Main' : 'Communities' }).getByRole('link', { name: 'Events' }),
    );
    await press(page.getByRole('link', { name: 'Create event' }).first());
    await page.getByLabel('Event name').fill(name);
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('14 Tannery Row');
    await expect(page.getByText(/^Draft saved at/)).toBeVisible();
    await press(page.getByRole('button', { name: 'Publish' }));
    const published = page.getByRole('dialog', { name: 'Your event is published' });
    await press(published.getByRole('button', { name: 'Done' }));

    await page.getByRole('textbox', { name: 'Summary' }).fill('From the long shed to the quay.');
    await press(page.getByRole('button', { name: 'Save changes' }));
    await expect(page.getByText(/^Saved at/)).toBeVisible();

    await press(page.getByRole('button', { name: 'More about this event' }));
    await press(page.getByRole('menuitem', { name: 'Duplicate' }));
    const copy = page.getByRole('dialog', { name: 'Duplicate event' });
    await press(copy.getByRole('button', { name: 'Duplicate event' }));
    await expect(copy).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    await press(page.getByRole('button', { name: 'More about this event' }));
    await press(page.getByRole('menuitem', { name: 'Cancel event' }));
    const off = page.getByRole('dialog', { name: 'Cancel this event?' });
    await press(off.getByRole('button', { name: 'Cancel event' }));
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  });
});
