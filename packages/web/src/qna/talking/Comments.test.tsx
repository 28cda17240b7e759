import * as api from '@folkmoot/contract/qna/api.ts';
import type { CommentView } from '@folkmoot/contract/qna/comments-schema.ts';
import { TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { commentView, QNA_EVENT, qnaView, questionView } from '../../../test/qna.ts';
import { Comments } from './Comments.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const seen = { eventId: QNA_EVENT, token: undefined };
const question = questionView({ comments: 1 });

async function drawComments(items: CommentView[], qna: Partial<QnaView> = {}) {
  answer(api.listComments, { items, count: items.length });
  await draw(<Comments seen={seen} qna={qnaView(qna)} question={question} />, { as: ME });
}

const field = page.getByRole('textbox', { name: 'Your comment' });
const sent = (method: string) => calls.filter((one) => one.method === method).map(({ body }) => body);

test('comments: who may not comment reads why, and reads them', async () => {
  await drawComments([commentView()]);
  await expect.element(page.getByText('The ramp is funded.')).toBeVisible();
  await expect.element(page.getByText('Host', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Only hosts can comment here.')).toBeVisible();
  expect(field.elements()).toEqual([]);
  await expectAccessible();
});

test('comments: blank is said at the field; one that is sent is there, and the field is empty again', async () => {
  await drawComments([], { whoCanComment: 'all' });
  await page.getByRole('button', { name: 'Comment' }).click();
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining('Write a comment.'));
  await field.fill('Yes, from the autumn on.');
  const added = commentView({ content: 'Yes, from the autumn on.', isMine: true });
  answer(api.addComment, { message: TOASTS.commented, data: added });
  answer(api.listComments, { items: [added], count: 1 });
  await page.getByRole('button', { name: 'Comment' }).click();
  await expect.element(page.getByText('Comment added.')).toBeVisible();
  await expect.element(page.getByText('Yes, from the autumn on.')).toBeVisible();
  await expect.element(field).toHaveValue('');
  expect(sent('POST')).toEqual([{ content: 'Yes, from the autumn on.' }]);
});

test('comments: a failure can be tried again', async () => {
  answer(api.listComments, { items: [], count: 0 });
  breakDown(api.listComments);
  await draw(<Comments seen={{ ...seen, token: 'another' }} qna={qnaView()} question={question} />, { as: ME });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('reactions: each is a toggle with its number, and who reacted is listed by emoji', async () => {
  const comment = commentView({
    reactions: [
      { emoji: '👍', count: 2, reactionId: null },
      { emoji: '🎉', count: 1, reactionId: crypto.randomUUID() },
    ],
  });
  const reaction = (emoji: string, name: string) => ({
    _id: crypto.randomUUID(),
    commentId: comment._id,
    emoji,
    person: { name, userId: null, profile_photo: null, role: 'attendee' as const },
    isMine: false,
    created_epoc: 1,
  });
  await drawComments([comment]);
  answer(api.addReaction, { message: TOASTS.reacted, data: reaction('👍', 'Tomasz Ruiz') });
  await page.getByRole('button', { name: '👍, 2 people' }).click();
  await expect.element(page.getByText('Reaction Added successfully')).toBeVisible();
  expect(sent('POST')).toEqual([{ emoji: '👍' }]);
  await expect.element(page.getByRole('button', { name: '🎉, 1 person' })).toHaveAttribute('aria-pressed', 'true');
  answer(api.listReactions, ({ emoji }) => {
    const all = [reaction('👍', 'Ana Ruiz'), reaction('🎉', 'Wren Halloran')];
    const items = all.filter((one) => emoji === undefined || one.emoji === emoji);
    return { items, count: items.length };
  });
  await page.getByRole('button', { name: 'Who reacted, 3 reactions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reactions' });
  await expect.element(dialog.getByText('Ana Ruiz')).toBeVisible();
  await expect.element(dialog.getByText('Wren Halloran')).toBeVisible();
  await expectAccessible();
  await dialog.getByText('🎉 1').click();
  await expect.poll(() => dialog.getByText('Ana Ruiz').elements()).toEqual([]);
});

test('comments: hosts delete any of them after a question', async () => {
  await drawComments([commentView({ questionId: question._id })], { role: 'host' });
  answer(api.deleteComment, { message: TOASTS.commentDeleted });
  await page.getByRole('button', { name: 'More about the comment by Ines Carvalho' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  answer(api.listComments, { items: [], count: 0 });
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
  await expect.element(page.getByText('Comment deleted.')).toBeVisible();
  await expect.poll(() => page.getByText('The ramp is funded.').elements()).toEqual([]);
});
