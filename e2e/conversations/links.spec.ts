import { message, open, press } from '../chat.ts';
import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { bringIn, say, startChannel, startCommunity } from '../people.ts';
import { CI } from '../viewports.ts';

test(
  'a link to an event is a card for those who may see it, and a message is kept among the saved ones',
  CI,
  async ({ arrive, baseURL }) => {
    const maren = await arrive('Maren');
    const tomasz = await arrive('Tomasz');
    const { page } = tomasz;
    const community = await startCommunity(maren, 'Weavers Row');
    const hearth = await startChannel(maren, community, { name: 'hearth' });
    await bringIn(maren, community, [tomasz], [hearth]);
    const event = await startEvent(maren, 'Kiln night', { serverId: community.id, visibility: 'community' });
    const hidden = await startEvent(maren, 'Secret supper', { visibility: 'private' });
    const { origin } = new URL(baseURL ?? '');
    await say(maren, hearth, `Come to ${origin}/${event.alias} and not to ${origin}/${hidden.alias}`);

    await open(tomasz, hearth);
    const said = message(page, 'Come to');
    const card = said.getByRole('article', { name: 'Kiln night' });
    await expect(card).toContainText('The Old Ropeworks');
    await expect(said.getByRole('article')).toHaveCount(1);
    await press(page, 'Come to', 'Save message');
    await card.getByRole('link', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kiln night' })).toBeVisible();

    // The sidebar has it too, and Ctrl-K knows where the message is kept.
    await page.goBack();
    const sidebar = page.getByRole('complementary', { name: 'Weavers Row' });
    await expect(sidebar.getByRole('link', { name: /Next up.*Kiln night/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('saved');
    await expect(page.getByRole('option', { name: 'Saved messages', selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: /Come to/ })).toBeVisible();
    const saved = page.getByRole('list').getByRole('listitem').filter({ hasText: 'Come to' });
    await saved.getByRole('button', { name: 'Remove from saved messages' }).click();
    await expect(page.getByRole('link', { name: /Come to/ })).toHaveCount(0);

    // The author removes the card, and the link stays.
    await open(maren, hearth);
    const own = message(maren.page, 'Come to');
    await expect(own.getByRole('article')).toHaveCount(2);
    await own.getByRole('article', { name: 'Kiln night' }).hover();
    await own.getByRole('button', { name: 'Remove card' }).first().click();
    await expect(own.getByRole('article')).toHaveCount(1);
    await expect(own.getByRole('article', { name: 'Kiln night' })).toBeHidden();
    await expect(own.getByRole('link', { name: `${origin}/${event.alias}` })).toBeVisible();
  },
);
