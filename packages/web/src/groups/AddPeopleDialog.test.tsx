import { addGroupGuests } from '@folkmoot/contract/groups/api.ts';
import { type GroupView, LIMITS } from '@folkmoot/contract/groups/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { openDialog } from '../../test/draw.tsx';
import { ApiError } from '../core/api-error.ts';
import { AddPeopleDialog } from './AddPeopleDialog.tsx';

const group: GroupView = {
  ...{
    id: crypto.randomUUID(),
    name: 'Regulars',
    description: 'Who comes',
    image: null,
    numberOfGuests: 0,
    rule: null,
  },
};
const type = (count: number) =>
  page.getByRole('textbox').fill(Array.from({ length: count }, (_, at) => `guest${at}@post.example`).join(', '));

test('adding people: those who are in the group already are not counted as added', async () => {
  answer(addGroupGuests, { message: '', data: { added: 0, skipped: [], numberOfGuests: 2 } });
  await openDialog(<AddPeopleDialog group={group} />, { as: crypto.randomUUID() });
  await type(2);
  await page.getByRole('button', { name: /^Add( 2)?$/ }).click();
  await expect.element(page.getByText('Nobody was added. They may be in the group already.')).toBeVisible();
});

test('adding people: where only a part of them could be added, it says how many were', async () => {
  let asked = 0;
  answer(addGroupGuests, ({ guests = [] }) => {
    asked += 1;
    if (asked > 1) throw new ApiError({ statusCode: 0, code: 'test', message: 'You seem to be offline.' });
    return { message: '', data: { added: guests.length, skipped: [], numberOfGuests: guests.length } };
  });
  await openDialog(<AddPeopleDialog group={group} />, { as: crypto.randomUUID() });
  await type(LIMITS.named + 1);
  await page.getByRole('button', { name: /^Add/ }).click();
  await expect.element(page.getByText(/^2,000 people added\. The others were not: /)).toBeVisible();
});

test('add people to a group: what is wrong with an address replaces that nobody was chosen', async () => {
  await openDialog(<AddPeopleDialog group={group} />);
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect.element(page.getByText('Please select members.')).toBeVisible();
  await page.getByRole('textbox').fill('nobody');
  await add.click();
  await expect.element(page.getByText('Please enter valid email addresses.')).toBeVisible();
  expect(page.getByText('Please select members.').elements()).toEqual([]);
});
