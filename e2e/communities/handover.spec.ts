import { expect, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { bringIn, startCommunity } from '../people.ts';
import { BOTH, CI } from '../viewports.ts';

for (const [where, size, scope] of BOTH) {
  test(`a community can be handed over, and the audit log says so, on ${where}`, { ...CI, ...scope }, async ({
    arrive,
  }) => {
    const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
    for (const { page } of [maren, bea]) await page.setViewportSize(size);
    const community = await startCommunity(maren, 'Alder Village');
    await bringIn(maren, community, [bea]);
    await bea.page.goto(`/${community.slug}`);
    await maren.page.goto(`/${community.slug}/settings`);
    const danger = maren.page.getByRole('region', { name: 'Leaving, handing over and deleting' });
    await danger.getByRole('button', { name: 'Hand over' }).click();
    const dialog = maren.page.getByRole('dialog', { name: 'Hand over Alder Village?' });
    await dialog.getByRole('combobox', { name: 'New creator' }).fill('oka');
    await maren.page.getByRole('option', { name: /Bea Okafor/ }).click();
    await dialog.getByRole('textbox', { name: 'Type “Alder Village” to continue' }).fill('Alder Village');
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(maren.page.getByText('The community now belongs to Bea Okafor. You are now an admin.')).toBeVisible();
    await expect(danger.getByRole('button', { name: 'Hand over' })).toHaveAttribute('aria-disabled', 'true');
    await expect(danger.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');

    // The new creator has it without a reload.
    await moveTo(bea.page, `/${community.slug}/settings`);
    await expect(
      bea.page
        .getByRole('region', { name: 'Leaving, handing over and deleting' })
        .getByRole('button', { name: 'Delete' }),
    ).not.toHaveAttribute('aria-disabled', 'true');
    await bea.page.getByRole('link', { name: 'Audit log' }).click();
    const lines = bea.page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await expect(lines.first()).toContainText('Maren Holm handed the community over to Bea Okafor');
    await expect(lines.first()).toContainText('Creator');
    await bea.page.getByRole('combobox', { name: 'Actions' }).click();
    await bea.page.getByRole('option', { name: 'Channels', exact: true }).click();
    await expect(bea.page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await bea.page.getByRole('combobox', { name: 'Actions' }).click();
    await bea.page.getByRole('option', { name: 'All actions', exact: true }).click();
    await bea.page.getByRole('combobox', { name: 'Done by' }).fill('holm');
    await bea.page.getByRole('option', { name: /Maren Holm/ }).click();
    await expect(lines.first()).toContainText('Maren Holm');
  });
}
