import { expect, test } from '../fixtures.ts';
import { unique } from '../people.ts';
import { byHand } from './demo-parts.ts';

byHand((hands) => {
  test('the demo: Maren changes the home of her community, and a visitor reads it', async ({
    browser,
    baseURL,
    demoSignIns,
  }) => {
    const { press, signedIn, visit } = hands({ browser, baseURL, demoSignIns });
    const page = await signedIn('Maren');
    const title = `Open late ${unique()}`;
    await press(
      page
        .getByRole('main')
        .getByRole('link', { name: /^Alderwick Makers/ })
        .first(),
    );
    await press(page.getByRole('link', { name: 'Edit page' }));
    await press(page.getByRole('main').getByRole('button', { name: 'Add section', exact: true }));
    await press(page.getByRole('dialog', { name: 'Add section' }).getByRole('button', { name: 'Toggle list' }));
    const list = page.getByRole('dialog', { name: 'Toggle list' });
    await list.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    await list.getByRole('textbox', { name: 'Item title' }).fill('Until when?');
    await list.getByRole('textbox', { name: 'Description' }).fill('Until ten.');
    await press(list.getByRole('button', { name: 'Add to page' }));
    await expect(list).toBeHidden();
    await press(page.getByRole('button', { name: 'Publish', exact: true }));
    const asks = page.getByRole('dialog', { name: /^Publish/ });
    await press(asks.getByRole('button', { name: /^Publish/ }));
    await expect(asks).toBeHidden();
    const visitor = await visit('/alderwick-makers-guild');
    await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
  });
});
