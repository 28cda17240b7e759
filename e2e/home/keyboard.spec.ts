import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { startCommunity } from '../people.ts';
import { DESK, DETAIL } from '../viewports.ts';
import { publishSections, toggleList } from './home-parts.ts';

test.use({ viewport: DESK });

test('home: written, ordered and published by keyboard alone', DETAIL, async ({ arrive }) => {
  const maren = await arrive('Maren', 'Holm');
  const community = await startCommunity(maren, 'Makers');
  await publishSections(maren, community, [toggleList('Good to know', [['What does it cost?', 'Nothing.']])]);
  const { page } = maren;
  await page.goto(`/${community.slug}/edit`);
  const press = async (name: string, step: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await tabTo(page, page.getByRole('button', { name, exact: true }), step);
    await page.keyboard.press('Enter');
  };
  await press('Add section');
  await press('Call to action A band with one button');
  const dialog = page.getByRole('dialog', { name: 'Call to action' });
  await expect(dialog.getByRole('textbox', { name: 'Heading' })).toBeFocused();
  await page.keyboard.type('The kettle is on');
  await tabTo(page, dialog.getByRole('textbox', { name: 'Text on the button' }));
  await page.keyboard.type('Visit');
  await tabTo(page, dialog.getByRole('textbox', { name: 'URL' }));
  await page.keyboard.type('visit.example');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const order = () =>
    page.getByRole('button', { name: /^Edit / }).evaluateAll((all) => all.map((one) => one.ariaLabel));
  // The focus is where the section was added.
  await press('Move The kettle is on up', 'Shift+Tab');
  expect(await order()).toEqual(['Edit The kettle is on', 'Edit Good to know']);
  await page.keyboard.press('Control+z');
  expect(await order()).toEqual(['Edit Good to know', 'Edit The kettle is on']);
  await tabTo(page, page.getByRole('button', { name: 'Move Good to know', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText(/Picked up Good to know/)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/Good to know is at position 2/)).toBeAttached();
  await page.keyboard.press('Space');
  expect(await order()).toEqual(['Edit The kettle is on', 'Edit Good to know']);

  await press('Publish', 'Shift+Tab');
  const question = page.getByRole('dialog', { name: 'Publish this page?' });
  await expect(question.getByText(/1 added/)).toBeVisible();
  await tabTo(page, question.getByRole('button', { name: 'Publish' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Published.', { exact: true })).toBeVisible();
});
