import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDialog } from '../../test/draw.tsx';
import { AddPeopleDialog } from './AddPeopleDialog.tsx';

test('add people to a group: what is wrong with an address replaces that nobody was chosen', async () => {
  await openDialog(<AddPeopleDialog group={{ id: crypto.randomUUID(), name: 'Crew' } as never} />);
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect.element(page.getByText('Please select members.')).toBeVisible();
  await page.getByRole('textbox').fill('nobody');
  await add.click();
  await expect.element(page.getByText('Please enter valid email addresses.')).toBeVisible();
  expect(page.getByText('Please select members.').elements()).toEqual([]);
});
