import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { listPersonal } from '@folkmoot/contract/personal/api.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { ChatsScreen } from './ChatsScreen.tsx';

afterEach(() => page.viewport(720, 900));

test('direct messages: on a phone an empty list has a button that starts the first', async () => {
  await page.viewport(390, 844);
  answer(listPersonal, { data: [], nextCursor: null });
  answer(findPeople, { data: [], nextCursor: null });
  await draw(<ChatsScreen />, { as: crypto.randomUUID() });
  await expect.element(page.getByText('No conversations yet')).toBeVisible();
  await expectAccessible();
  await page.getByText('Start private conversation').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});
