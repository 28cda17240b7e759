import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { conversationFacts } from '../../test/conversations.ts';
import { draw } from '../../test/draw.tsx';
import { NotificationMenu } from './NotificationMenu.tsx';

test.each([
  ['channel', 'Show as unread', 'Notify me about'],
  ['one-to-one', 'Notify me about', 'Show as unread'],
] as const)('the bell of a %s promises what it does', async (type, says, saysNot) => {
  answer(listCounts, { data: [] });
  await draw(<NotificationMenu facts={conversationFacts({ type })} name="hearth" />);
  await page.getByRole('button', { name: 'Notifications for hearth' }).click();
  await expect.element(page.getByText(says)).toBeVisible();
  expect(page.getByText(saysNot).elements()).toEqual([]);
});
