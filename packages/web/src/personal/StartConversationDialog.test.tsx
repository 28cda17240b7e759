import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { memberView } from '../../test/communities.ts';
import { expectAccessible, openDialog } from '../../test/draw.tsx';
import { StartConversationDialog } from './StartConversationDialog.tsx';

const MAREN = '0190a3b4-0000-7000-8000-00000000000e';

test('start a conversation: it needs a person, says who was not found, and makes a group of two people', async () => {
  const people = [memberView('Tomasz', 'Zielinski'), memberView('Yukiko', 'Tanabe')].map(
    ({ id, firstName, lastName, username, imageUrl }) => ({ id, firstName, lastName, username, imageUrl }),
  );
  answer(findPeople, ({ search }) => ({ data: search === 'nobody' ? [] : people, nextCursor: null }));
  await openDialog(<StartConversationDialog />, { as: MAREN });
  const dialog = page.getByRole('dialog', { name: 'Start private conversation' });
  await dialog.getByRole('button', { name: 'Start conversation' }).click();
  await expect.element(dialog.getByText('Choose at least one other person.')).toBeVisible();
  const search = dialog.getByRole('searchbox', { name: 'People' });
  await search.fill('nobody');
  await expect.element(dialog.getByText('No one found')).toBeVisible();
  await search.fill('someone');
  await dialog.getByRole('checkbox', { name: /tomasz/ }).click();
  await dialog.getByRole('checkbox', { name: /yukiko/ }).click();
  await expect.element(dialog.getByRole('button', { name: 'Start group' })).toBeVisible();
  await expectAccessible();
});
