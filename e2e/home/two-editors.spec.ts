import { expect, test } from '../fixtures.ts';
import { type Person, signIn, startCommunity } from '../people.ts';
import { CI, DESK } from '../viewports.ts';
import { publishSections, toggleList } from './home-parts.ts';

test.use({ viewport: DESK });

test(
  'home: two people edit it at once: the later sees both versions, chooses, and nothing is lost',
  CI,
  async ({ arrive, browser, baseURL, watch }) => {
    // The later of the two.
    watch.expectRefusal(409, /\/server-sections$/);
    const maren = await arrive('Maren', 'Holm');
    const community = await startCommunity(maren, 'Makers');
    await publishSections(maren, community, [
      toggleList('Good to know', [['What does it cost?', 'Nothing.']]),
      toggleList('For members', [['Where is the key?', 'In the shed.']]),
    ]);
    const second = await signIn(browser, { baseURL: baseURL ?? '', email: maren.email, password: maren.password });
    const [early, late] = [maren.page, second.page];
    for (const page of [early, late]) {
      await page.goto(`/${community.slug}/edit`);
      await expect(page.getByRole('heading', { name: 'Edit page' })).toBeVisible();
    }
    const rename = async (page: Person['page'], from: string, to: string) => {
      await page.getByRole('button', { name: `Edit ${from}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Toggle list' });
      await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(to);
      await dialog.getByRole('button', { name: 'Save section' }).click();
      await expect(dialog).toBeHidden();
    };
    // The later one has no network when the earlier one saves.
    await late.context().setOffline(true);
    await rename(late, 'Good to know', 'From the later');
    await expect(late.getByText(/Your changes are kept in this browser/)).toBeVisible();
    await rename(early, 'Good to know', 'From the earlier');
    await rename(early, 'For members', 'For everybody');
    await expect(early.getByText(/^Draft saved/)).toBeVisible();
    await late.context().setOffline(false);

    await late.getByRole('button', { name: 'Look at both' }).click();
    const both = late.getByRole('dialog', { name: 'Two versions of this page' });
    await expect(both.getByRole('radio', { name: /Your version/ })).toBeChecked();
    await expect(both.getByText('For everybody: Changed by somebody else')).toBeVisible();
    await both.getByRole('button', { name: 'Save this version' }).click();
    await expect(late.getByText(/^Draft saved/)).toBeVisible();
    for (const page of [late, early]) {
      await expect(page.getByRole('button', { name: 'Edit From the later' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Edit For everybody' })).toBeVisible();
    }
    // Undo brings back what was not chosen, and leaves the earlier editor's other changes alone.
    await late.getByRole('button', { name: 'Undo', exact: true }).click();
    for (const page of [late, early]) {
      await expect(page.getByRole('button', { name: 'Edit From the earlier' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Edit For everybody' })).toBeVisible();
    }
    await second.context.close();
  },
);
