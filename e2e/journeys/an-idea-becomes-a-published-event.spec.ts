import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { startCommunity, unique } from '../people.ts';

test('an idea becomes a published event, and survives reloads on the way', async ({ arrive }) => {
  const hedda = await arrive('Hedda', 'Host');
  const community = await startCommunity(hedda, 'Alder Village');
  const { page } = hedda;
  const name = `Kiln opening ${unique()}`;
  await page.goto(`/events/create?serverId=${community.id}`);
  await expect(page.getByRole('combobox', { name: 'Community' })).toHaveValue('Alder Village');

  // Before it has a name it is kept in this browser, also while there is no network.
  await page.getByRole('textbox', { name: 'Summary' }).fill('The first firing of the year');
  await expect(page.getByText('Kept in this browser until it has a name')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('The first firing of the year');

  // Publishing names what is missing, and the first of it has the focus.
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Choose when it starts.')).toBeVisible();
  await expect(page.getByText('Choose when it ends.')).toBeVisible();
  await expect(page.getByLabel('Event name')).toBeFocused();

  await page.context().setOffline(true);
  await page.getByLabel('Event name').fill(name);
  await expect(page.getByText('It is kept in this browser.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Page preview' })).toContainText(name);

  const description = page.getByRole('textbox', { name: 'Description' });
  await description.click();
  await page.keyboard.type('Come and see ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('fire');
  await expect(description.locator('strong')).toHaveText('fire');

  // The times follow the rules: an hour at least, over midnight too.
  const starts = page.getByRole('textbox', { name: 'Starts' });
  await starts.fill('20 June 2031');
  await starts.blur();
  await expect(page.getByRole('textbox', { name: 'Ends' })).toHaveValue(/20 June 2031/);
  const startTime = page.getByRole('combobox', { name: 'Start time' });
  await startTime.click();
  await page.getByRole('option', { name: '23:30' }).click();
  await expect(page.getByRole('textbox', { name: 'Ends' })).toHaveValue(/21 June 2031/);
  await expect(page.getByRole('combobox', { name: 'End time' })).toHaveValue('00:30');
  await page.getByRole('textbox', { name: 'Address', exact: true }).first().fill('14 Tannery Row');
  await page.getByLabel('Places').fill('12');
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  await expectNoSeriousViolations(page);

  await page.reload();
  await expect(page.getByLabel('Event name')).toHaveValue(name);
  await expect(page.getByRole('textbox', { name: 'Description' }).locator('strong')).toHaveText('fire');
  await expect(page.getByRole('combobox', { name: 'Start time' })).toHaveValue('23:30');
  await expect(page.getByLabel('Places')).toHaveValue('12');

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/events\/manage\/.+tab=info/);
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expectNoSeriousViolations(page);

  // What is public is saved by hand; nothing is lost by leaving.
  await page.getByRole('textbox', { name: 'Summary' }).fill('The second firing');
  await expect(page.getByText('Changes kept in this browser')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('The second firing');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
});

test('with the keyboard alone, on a phone', async ({ arrive }) => {
  const { page } = await arrive('Hedda', 'Host');
  await page.setViewportSize({ width: 390, height: 844 });
  const name = `Moot ${unique()}`;
  await page.goto('/events/create');
  await page.getByLabel('Event name').focus();
  await page.keyboard.type(name);
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  const { tabTo } = await import('../keyboard.ts');
  await tabTo(page, page.getByRole('textbox', { name: 'Starts' }));
  await page.keyboard.type('2031-06-20');
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('combobox', { name: 'Start time' }));
  await page.keyboard.type('18:00');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Start time' })).toHaveValue('18:00');
  await expectNoSeriousViolations(page);
  await tabTo(page, page.getByRole('button', { name: 'Publish' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectNoSeriousViolations(page);
});
