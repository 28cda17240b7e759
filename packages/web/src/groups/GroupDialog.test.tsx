import { createGroup, updateGroup } from '@folkmoot/contract/groups/api.ts';
import type { GroupView } from '@folkmoot/contract/groups/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../test/answers.ts';
import { expectAccessible, openDialog } from '../../test/draw.tsx';
import { GroupDialog } from './GroupDialog.tsx';

const me = { as: crypto.randomUUID() };
const group: GroupView = {
  id: crypto.randomUUID(),
  name: 'Regulars',
  description: 'Who comes',
  image: null,
  numberOfGuests: null,
  rule: { kind: 'came', times: 4, last: 4 },
};

const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const description = () => page.getByRole('textbox', { name: 'Description' });
const sent = (by: string) => calls.find(({ path, method }) => path.startsWith('/api/v1/groups') && method === by)?.body;

test('a living group: its rule is chosen, and described until somebody writes something else', async () => {
  answer(createGroup, { message: 'Group created successfully', data: group });
  await openDialog(<GroupDialog />, me);
  await page.getByRole('textbox', { name: 'Name' }).fill('Regulars');
  await page.getByText('By a rule').click();
  await expect.element(description()).toHaveValue('Came to 3 or more of your last 5 events');
  await expectAccessible();
  // You cannot ask for more events than there are.
  await choose('Of your last events', '2');
  await expect.element(page.getByRole('combobox', { name: 'Came to at least' })).toHaveValue('2');
  await expect.element(description()).toHaveValue('Came to each of your last 2 events');
  await description().fill('My own words');
  await choose('Who is in it', 'Never came');
  await expect.element(description()).toHaveValue('My own words');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect
    .poll(() => sent('POST'))
    .toMatchObject({ name: 'Regulars', description: 'My own words', rule: { kind: 'never_came' } });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a living group: going back to adding people takes the rule and its description away', async () => {
  await openDialog(<GroupDialog />, me);
  await page.getByText('By a rule').click();
  await page.getByText('I add people').click();
  await expect.element(description()).toHaveValue('');
  await expect.element(page.getByRole('combobox', { name: 'Who is in it' })).not.toBeInTheDocument();
});

test('a living group: the rule of one can be changed, and a list cannot become one', async () => {
  answer(updateGroup, { message: 'Group updated successfully', data: group });
  await openDialog(<GroupDialog group={group} />, me);
  await expect.element(page.getByText('By a rule')).not.toBeInTheDocument();
  await choose('Who is in it', 'On a waitlist');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent('PATCH')).toMatchObject({ rule: { kind: 'waiting' } });
});
