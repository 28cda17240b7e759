import * as api from '@folkmoot/contract/qna/api.ts';
import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, sharedNames } from '../../../test/draw.tsx';
import { QNA_EVENT, questionView } from '../../../test/qna.ts';
import { drawQuestions } from '../../../test/questions.tsx';
import { TestSocket } from '../../../test/socket.ts';
import { startLive, stopLive } from '../../core/live.ts';

afterEach(() => {
  stopLive();
  vi.unstubAllGlobals();
});

const field = page.getByRole('textbox', { name: 'Your question' });
const tab = (name: RegExp) => page.getByRole('button', { name });

test('hosts: a bar says what waits and since when, and is one press away from the desk', async () => {
  const asked = { created_epoc: Math.floor(Date.now() / 1000) - 22 * 60 };
  const waiting = [questionView({ state: 'pending', ...asked }), questionView({ state: 'pending' })];
  await drawQuestions({ qna: { role: 'host' }, waiting });
  const bar = page.getByRole('region', { name: 'For hosts' });
  await expect.element(bar).toMatchTextContent(/You see what guests see\. Only hosts see this bar\./);
  await expect.element(bar).toMatchTextContent(/2 waiting ?oldest 22 minutes ago/);
  await expect
    .element(bar.getByRole('link', { name: 'Open the desk' }))
    .toHaveAttribute('href', '/events/manage/night-ride?tab=qna');
  await expectAccessible();
});

test('hosts: the three newest that wait stand beside the page, with the way to all of them', async () => {
  await page.viewport(1440, 900);
  const now = Math.floor(Date.now() / 1000);
  const waiting = ['One?', 'Two?', 'Three?', 'Four?'].map((content, n) =>
    questionView({ content, state: 'pending', created_epoc: now - (n + 1) * 120 }),
  );
  await drawQuestions({ qna: { role: 'host' }, waiting });
  const desk = page.getByRole('region', { name: 'At the desk' });
  await expect.element(desk.getByText('4 waiting')).toBeVisible();
  expect(
    desk
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent),
  ).toEqual(['One?Newest, 2 minutes ago', 'Two?4 minutes ago', 'Three?6 minutes ago']);
  await expect
    .element(desk.getByRole('link', { name: 'Look at all 4' }))
    .toHaveAttribute('href', '/events/manage/night-ride?tab=qna');
  await expect.element(desk.getByText('Guests do not see these, nor how many.')).toBeVisible();
  await expectAccessible();
  await page.viewport(720, 900);
});

test('hosts: on a phone the bar stays at the top with its number and its button, however far the page is scrolled', async () => {
  await page.viewport(390, 844);
  const open = Array.from({ length: 20 }, (_, n) => questionView({ content: `Question ${n}` }));
  await drawQuestions({ qna: { role: 'host' }, open, waiting: [questionView({ state: 'pending' })] });
  const bar = page.getByRole('region', { name: 'For hosts' });
  await expect.element(bar.getByRole('link', { name: 'Open the desk' })).toBeVisible();
  await expect.element(bar.getByText('Only hosts see this bar.')).not.toBeVisible();
  await expect.element(page.getByText('Question 19')).toBeInTheDocument();
  window.scrollTo(0, 1000);
  expect(bar.element().getBoundingClientRect().top).toBe(0);
  expect(bar.element().getBoundingClientRect().height).toBeLessThan(80);
  await expectAccessible();
  window.scrollTo(0, 0);
  await page.viewport(720, 900);
});

test('hosts: while Q&A is off the bar says so, and nothing says that it is live', async () => {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  await drawQuestions({ qna: { role: 'host', status: 'disabled' } });
  const bar = page.getByRole('region', { name: 'For hosts' });
  await expect.element(bar).toMatchTextContent(/Q&A is off: guests can’t ask or vote\./);
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  const [socket] = TestSocket.opened;
  socket?.hear({ type: 'ready' });
  const data = { eventId: QNA_EVENT, watching: 7 };
  socket?.hear({ type: 'event', name: api.questionWatching.name, data });
  await expect.element(page.getByText('7 here')).toBeVisible();
  expect(page.getByText('Live', { exact: true }).elements()).toEqual([]);
});

test('visitors and guests see no bar of the hosts, nor what waits', async () => {
  await drawQuestions({ waiting: [questionView({ state: 'pending' })] });
  await expect.element(field).toBeVisible();
  expect(page.getByRole('region', { name: 'At the desk' }).elements()).toEqual([]);
  expect(page.getByRole('region', { name: 'For hosts' }).elements()).toEqual([]);
});

test('each button of a question says which one, so that none is named like another', async () => {
  const two = (fields: Partial<QuestionView>) =>
    ['One?', 'Two?'].map((content) => questionView({ content, ...fields }));
  await drawQuestions({
    qna: { whoCanComment: 'all' },
    open: two({ isMine: false }),
    mine: two({ isMine: true, state: 'pending' }),
  });
  await expect.element(page.getByRole('button', { name: 'More about this question: Two?' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Comment: Two?' })).toBeVisible();
  expect(sharedNames()).toEqual([]);
  await tab(/^Mine 2/).click();
  await expect.element(page.getByRole('button', { name: 'More about your question: Two?' })).toBeVisible();
  expect(sharedNames()).toEqual([]);
});
