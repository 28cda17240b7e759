import type { Locator } from '@playwright/test';
import { startEvent, visit } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { somebody, startCommunity, unique } from '../people.ts';
import { DETAIL, PHONE } from '../viewports.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

/** The parts that are shown, none of which covers another. */
async function expectApart(parts: readonly Locator[]): Promise<void> {
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  boxes.forEach((one, at) => {
    if (!one) throw new Error(`Part ${at} is not shown.`);
    for (const other of boxes.slice(at + 1))
      if (other)
        expect(
          one.x + one.width <= other.x + 1 ||
            other.x + other.width <= one.x + 1 ||
            one.y + one.height <= other.y + 1 ||
            other.y + other.height <= one.y + 1,
          `${JSON.stringify(one)} and ${JSON.stringify(other)} overlap`,
        ).toBe(true);
  });
}

test('a host on a phone creates an event that needs only a name, and then shares it', DETAIL, async ({ newcomer }) => {
  const hedda = await newcomer('Hedda', 'Host');
  await startCommunity(hedda, 'Alder Village');
  const { page } = hedda;
  const name = `Kiln opening ${unique()}`;
  await page.goto('/events/create');
  const field = page.getByLabel('Event name');
  await expect(field).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Community' })).toHaveValue('Alder Village');
  const cover = page.getByRole('group', { name: 'Cover' }).locator('img');
  const chosen = await cover.getAttribute('src');
  expect(chosen).toMatch(/^\/art\/covers\/[a-z]+\.webp$/);
  await expect(page.getByRole('textbox', { name: 'Starts' })).not.toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Start time' })).toHaveValue('18:00');
  // Nothing has been written, so the next visit begins with another cover.
  await reload(page, 'the next visit');
  await expect(cover).not.toHaveAttribute('src', chosen ?? '');
  const kept = await cover.getAttribute('src');

  await field.fill(name);
  const status = page.getByText(/^Draft saved at/);
  await expect(status).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publish' });
  const menu = page.getByRole('button', { name: 'More about this draft' });
  await expectApart([page.getByRole('heading', { level: 1, name: 'New event' }), status, publish, menu]);
  await menu.tap();
  for (const entry of ['Preview', 'Start another', 'Delete draft'])
    await expect(page.getByRole('menuitem', { name: entry })).toBeVisible();
  await page.keyboard.press('Escape');
  await reload(page, 'the draft is kept');
  await expect(field).toHaveValue(name);
  await expect(cover).toHaveAttribute('src', kept ?? '');
  await expectNoSeriousViolations(page);

  await publish.tap();
  const published = page.getByRole('dialog', { name: 'Your event is published' });
  await expect(published.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/kiln-opening-/);
  await expectNoSeriousViolations(page, { dialog: true });
  await published.getByRole('link', { name: 'Go to the event' }).tap();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(published).toBeHidden();
});

test(
  'a host on a phone sees six guests at once, and selects them with a thumb',
  DETAIL,
  async ({ arrive, baseURL }) => {
    const hedda = await arrive('Hedda', 'Host');
    const event = await startEvent(
      hedda,
      'The Great Midsummer Moot',
      {},
      {
        tickets: [{ name: 'Day pass', description: '', capacity: 40 }],
      },
    );
    const { data } = await hedda.api<{ data: { id: string }[] }>('GET', `/events/${event.id}/tickets`);
    for (const name of ['Ada', 'Ben', 'Cleo', 'Dov', 'Eve', 'Fay', 'Gus'])
      await visit(baseURL, event, somebody(name, 'Lowe'), [], data[0]?.id);
    const { page } = hedda;
    await page.goto(`/events/manage/${event.alias}?tab=guests`);
    const rows = page.getByRole('button', { name: /^\w+ Lowe/ });
    await expect(rows).toHaveCount(7);
    const top = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.y ?? 0;
    const bottoms = await Promise.all((await rows.all()).map(async (row) => row.boundingBox()));
    expect(bottoms.filter((box) => box && box.y + box.height <= top).length).toBeGreaterThanOrEqual(6);

    const target = page.locator('label', { hasText: /^Select .* Lowe$/ });
    for (const one of await target.all()) {
      const box = await one.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    const first = await target.first().boundingBox();
    await page.touchscreen.tap((first?.x ?? 0) + 4, (first?.y ?? 0) + 40);
    await expect(page.getByRole('toolbar', { name: 'Selected guests' })).toContainText('1 selected');
    await page.getByRole('button', { name: 'Clear selection' }).tap();

    // The header makes room, and the tabs stay.
    await rows.last().scrollIntoViewIfNeeded();
    await page.getByRole('region', { name: 'At a glance' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
    await expect(page.getByRole('navigation', { name: 'Manage event' })).toBeInViewport({ ratio: 1 });
    await moveTo(page, `/events/manage/${event.alias}?tab=info`);
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeInViewport({ ratio: 1 });
    await expectNoSeriousViolations(page);
  },
);
