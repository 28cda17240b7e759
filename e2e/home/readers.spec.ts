import { expect, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { CI, DESK } from '../viewports.ts';
import { publishSections, toggleList } from './home-parts.ts';

test.use({ viewport: DESK });

test(
  'home: visitors and outsiders see what is for everyone, members see all of it, and only its owners edit it',
  CI,
  async ({ arrive, page }) => {
    const [maren, otis, wren] = [await arrive('Maren', 'Holm'), await arrive('Otis'), await arrive('Wren')];
    const community = await startCommunity(maren, 'Makers');
    await publishSections(maren, community, [
      toggleList('For everyone', [['What does it cost?', 'Nothing.']]),
      toggleList('For members', [['Where is the key?', 'In the shed.']], { audience: 'members' }),
    ]);
    await otis.api('POST', `/servers/${community.id}/join`);
    const sees = async (reader: typeof page, members: boolean) => {
      await reader.goto(`/${community.slug}`);
      await expect(reader.getByRole('heading', { name: 'For everyone' })).toBeVisible();
      await expect(reader.getByRole('heading', { name: 'For members' })).toBeVisible({ visible: members });
      expect(await reader.content()).not.toContain(members ? 'In the attic.' : 'In the shed.');
    };
    await sees(page, false);
    await sees(wren.page, false);
    await sees(otis.page, true);
    await expect(otis.page.getByRole('link', { name: 'Edit page' })).toBeHidden();
    await otis.page.goto(`/${community.slug}/edit`);
    await expect(otis.page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();

    // An outsider reports it to the owner of the installation.
    await wren.page.getByRole('button', { name: 'Report', exact: true }).click();
    const report = wren.page.getByRole('dialog', { name: 'Report this page' });
    await report.getByRole('radio').first().check();
    await report.getByRole('button', { name: 'Report' }).click();
    await expect(wren.page.getByText('Thank you. The people who run this site will look at it.')).toBeVisible();

    await maren.api('PATCH', `/servers/${community.id}`, { visibility: 'private' });
    await reload(wren.page, 'an outsider comes back later');
    await expect(wren.page.getByRole('heading', { name: 'By invitation only' })).toBeVisible();
    await expect(wren.page.getByRole('heading', { name: 'For everyone' })).toBeHidden();
  },
);

test('home: a video asks nothing of its host before it is pressed', CI, async ({ arrive, page }) => {
  const maren = await arrive('Maren', 'Holm');
  const community = await startCommunity(maren, 'Makers');
  await publishSections(maren, community, [
    {
      sectionType: 'Links',
      title: 'Films',
      json: { items: [{ title: 'The kilns', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x' }] },
    },
  ]);
  const asked: string[] = [];
  await page.context().route(/youtube|ytimg|google/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title><p>It plays.</p>' });
  });
  await page.goto(`/${community.slug}`);
  const play = page.getByRole('button', { name: 'Play The kilns from www.youtube-nocookie.com' });
  await expect(play.getByText('www.youtube-nocookie.com')).toBeVisible();
  expect(asked).toEqual([]);
  await play.click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
  await expect(frame).toHaveAttribute('sandbox', /^allow-scripts allow-same-origin/);
  await expect(page.frameLocator('iframe').getByText('It plays.')).toBeVisible();
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0']);
});
