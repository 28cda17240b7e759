import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const size of sizes) {
  test(`a passcode opens a private event, ${size.width} wide`, async ({ arrive, page }) => {
    await page.setViewportSize(size);
    const maren = await arrive('Maren', 'Oduya');
    const event = await startEvent(maren, 'Quiet Kiln', { visibility: 'private', passcode: 'clay' });
    await page.goto(`/${event.alias}`);
    const dialog = page.getByRole('dialog', { name: 'This event is private' });
    await expect(dialog).toBeVisible();
    await expect(page.getByText('Quiet Kiln')).toBeHidden();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('Enter the passcode.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Passcode' }).fill('mud');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('That passcode is not right.')).toBeVisible();
    await expectNoSeriousViolations(page, { dialog: true });
    await dialog.getByRole('textbox', { name: 'Passcode' }).fill('clay');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Quiet Kiln' })).toBeVisible();
    // As long as the tab is there.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Quiet Kiln' })).toBeVisible();
  });
}

test('closing the dialog leads to the events', async ({ arrive }) => {
  const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
  const event = await startEvent(maren, 'Quiet Kiln', { visibility: 'private', passcode: 'clay' });
  await kofi.page.goto(`/${event.alias}`);
  await kofi.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(kofi.page).toHaveURL(/\/events$/);
});

test('one asks to be let in once: signed out one signs in first, and a second time one has asked already', async ({
  arrive,
  page,
}) => {
  const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
  const event = await startEvent(maren, 'Quiet Kiln', { visibility: 'private', passcode: 'clay' });
  await page.goto(`/${event.alias}`);
  await page.getByRole('button', { name: 'Request access' }).click();
  await expect(page).toHaveURL(new RegExp(`/sign-in\\?next=%2F${event.alias}`));
  await page.getByLabel('Email').fill(kofi.email);
  await page.getByLabel('Password', { exact: true }).fill(kofi.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/${event.alias}$`));
  await page.getByRole('button', { name: 'Request access' }).click();
  await expect(page.getByText('The hosts have been asked.')).toBeVisible();
  await expect(page.getByText('You have already asked for access.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You have already asked for access.')).toBeVisible();
  const { data } = await maren.api<{ data: { person: { id: string } }[] }>(
    'GET',
    `/events/${event.id}/access-requests`,
  );
  await maren.api('PUT', `/events/${event.id}/access-requests/${data[0]?.person.id}`, { grant: true });
  // It opens without a reload.
  await expect(page.getByRole('heading', { level: 1, name: 'Quiet Kiln' })).toBeVisible();
});
