import * as api from '@folkmoot/contract/qna/api.ts';
import { ANONYMOUS_HINT, refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { expectAccessible } from '../../../test/draw.tsx';
import { QNA_EVENT, questionView } from '../../../test/qna.ts';
import { drawQuestions } from '../../../test/questions.tsx';
import { TestSocket } from '../../../test/socket.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { queryClient } from '../../core/query-client.ts';
import { keepKey } from '../asking/kept.ts';

const KEY = 'a-key-of-twenty-four-letters';

afterEach(() => {
  stopLive();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const field = page.getByRole('textbox', { name: 'Your question' });
const tab = (name: RegExp) => page.getByRole('button', { name });
const rows = page.getByRole('list', { name: 'Questions', exact: true }).getByRole('listitem');
const sent = (method: string) => calls.filter((one) => one.method === method);

test('questions: none yet is said, and a failure can be tried again', async () => {
  const screen = await drawQuestions();
  await expect.element(page.getByRole('heading', { name: 'No questions yet' })).toBeVisible();
  await expectAccessible();
  await screen.unmount();
  queryClient.clear();
  await drawQuestions({ fails: true });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('asking: blank or too long is said at the field, and nothing is sent', async () => {
  await drawQuestions();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining('Write your question.'));
  await field.fill('x'.repeat(251));
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect
    .element(field)
    .toHaveAccessibleDescription(expect.stringContaining('A question cannot exceed 250 characters.'));
  await expect.element(page.getByText('251 of 250 characters')).toBeInTheDocument();
  expect(sent('POST')).toEqual([]);
});

test('asking: where a host looks first, the asker sees it among theirs', async () => {
  const pending = questionView({ state: 'pending', isMine: true, content: 'Is there parking?' });
  await drawQuestions({ mine: [pending] });
  answer(api.askQuestion, { message: TOASTS.created, data: pending });
  await field.fill('Is there parking?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('Question created successfully')).toBeVisible();
  await expect.element(page.getByText('Waiting for a host')).toBeVisible();
  await expect.element(field).toHaveValue('');
  expect(sent('POST')[0]?.body).toMatchObject({ content: 'Is there parking?', isAnonymous: false });
  await expectAccessible();
});

test('asking: what was typed stays after a failure and a reload, and is sent again with the same key', async () => {
  const screen = await drawQuestions();
  breakDown(api.askQuestion);
  await field.fill('Is there parking?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to create question/);
  await screen.unmount();
  await drawQuestions();
  await expect.element(field).toHaveValue('Is there parking?');
  answer(api.askQuestion, { message: TOASTS.created, data: questionView() });
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('Question created successfully')).toBeVisible();
  const [first, second] = sent('POST').map(({ body }) => (body as { key: string }).key);
  expect(first).toBe(second);
});

test('asking anonymously: the switch says what it means, and is only there where it is allowed', async () => {
  const screen = await drawQuestions();
  await expect.element(field).toBeVisible();
  expect(page.getByRole('switch').elements()).toEqual([]);
  await screen.unmount();
  await drawQuestions({ qna: { allowAnonymousQuestions: true } });
  await page.getByRole('switch', { name: 'Ask anonymously' }).click({ force: true });
  await expect.element(page.getByText(ANONYMOUS_HINT)).toBeVisible();
  await expectAccessible();
});

test('asking anonymously stays chosen for the next question, and after a reload', async () => {
  const screen = await drawQuestions({ qna: { allowAnonymousQuestions: true } });
  answer(api.listMine, { items: [] });
  const anonymously = page.getByRole('switch', { name: 'Ask anonymously' });
  await anonymously.click({ force: true });
  answer(api.askQuestion, { message: TOASTS.created, data: questionView({ isAnonymous: true, asker: null }) });
  for (const content of ['Who moved the library?', 'And why?']) {
    await field.fill(content);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.element(field).toHaveValue('');
    await expect.element(anonymously).toBeChecked();
  }
  expect(
    sent('POST')
      .filter(({ path }) => path.endsWith('/questions'))
      .map(({ body }) => body),
  ).toMatchObject([{ isAnonymous: true }, { isAnonymous: true }]);
  await screen.unmount();
  await drawQuestions({ qna: { allowAnonymousQuestions: true } });
  await expect.element(anonymously).toBeChecked();
});

test('asking: words that were changed after a lost answer stay, with the reason, and are asked with a key of their own', async () => {
  await drawQuestions();
  const { askedBefore } = refusals;
  refuse(api.askQuestion, {
    statusCode: 409,
    code: askedBefore.code,
    message: askedBefore.message,
    fields: { content: askedBefore.message },
  });
  await field.fill('Is there parking, or only the bus?');
  const ask = page.getByRole('button', { name: 'Ask', exact: true });
  await ask.click();
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(askedBefore.message));
  await expect.element(field).toHaveValue('Is there parking, or only the bus?');
  answer(api.askQuestion, { message: TOASTS.created, data: questionView() });
  await ask.click();
  await expect.element(page.getByText('Question created successfully')).toBeVisible();
  const [first, second] = sent('POST').map(({ body }) => (body as { key: string }).key);
  expect(first).not.toBe(second);
});

test('similar questions: typing one names the other with its votes', async () => {
  await drawQuestions({ open: [questionView({ content: 'Could the wood shop open on Sundays?', votes: 12 })] });
  await field.fill('Will the wood shop open on Sundays?');
  await expect.element(page.getByText(/Similar to a question with 12 votes/)).toBeVisible();
});

test('voting: is a toggle with its number, counts at once, and is taken back with the reason if it is refused', async () => {
  await drawQuestions({ open: [questionView({ votes: 41 })] });
  const vote = page.getByRole('button', { name: /^Upvote, 41 votes/ });
  await expect.element(vote).toHaveAttribute('aria-pressed', 'false');
  refuse(api.voteForQuestion, { statusCode: 409, code: refusals.noVotes.code, message: refusals.noVotes.message });
  await vote.click();
  await expect.element(page.getByText(refusals.noVotes.message)).toBeVisible();
  await expect.element(vote).toHaveAttribute('aria-pressed', 'false');
  answer(api.voteForQuestion, () => {
    const [id = ''] = [sent('PUT').at(-1)?.path.split('/').at(-2)];
    return { message: '', data: { _id: id, votes: 42, rev: 2, voted: true } };
  });
  await vote.click();
  await expect.element(page.getByRole('button', { name: /^Upvote, 42 votes/ })).toHaveAttribute('aria-pressed', 'true');
});

test('voting: a refused vote adds nothing to a newer count that was on its way', async () => {
  const question = questionView({ votes: 5, rev: 3 });
  await drawQuestions({ open: [question] });
  await expect.element(page.getByRole('button', { name: /^Upvote, 5 votes/ })).toBeVisible();
  const [list, vote] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  answer(api.listQuestions, async () => {
    await list.promise;
    return { items: [{ ...question, votes: 9, rev: 7 }], count: 1 };
  });
  answer(api.voteForQuestion, async () => {
    await vote.promise;
    throw new Error('No connection.');
  });
  void queryClient.invalidateQueries();
  await page.getByRole('button', { name: /^Upvote, 5 votes/ }).click();
  await expect.element(page.getByRole('button', { name: /^Upvote, 6 votes/ })).toHaveAttribute('aria-pressed', 'true');
  list.resolve();
  await expect.element(page.getByRole('button', { name: /^Upvote, 9 votes/ })).toHaveAttribute('aria-pressed', 'true');
  vote.resolve();
  await expect.element(page.getByRole('button', { name: /^Upvote, 9 votes/ })).toHaveAttribute('aria-pressed', 'false');
});

test('reading only: says how to take part, and the votes say why they do nothing', async () => {
  await drawQuestions({ qna: { role: 'reader', viewerName: null }, open: [questionView()] });
  await expect.element(page.getByRole('link', { name: 'Register to ask and vote' })).toBeVisible();
  expect(field.elements()).toEqual([]);
  const vote = page.getByRole('button', { name: /^Upvote, 3 votes/ });
  await expect.element(vote).toHaveAttribute('aria-disabled', 'true');
  // At once: the part that shows the reason arrives about now, and puts another button in the place of this.
  (vote.element() as HTMLElement).click();
  expect(sent('PUT')).toEqual([]);
  await expectAccessible();
});

test.each([
  ['disabled', { status: 'disabled' }, refusals.disabled.message],
  ['closed', { closes_epoc: 1000 }, refusals.over.message],
  ['cancelled', { eventStatus: 'cancelled' }, refusals.cancelled.message],
] as const)('%s: everything can still be read, and nothing asked', async (_, qna, sentence) => {
  await drawQuestions({ qna, open: [questionView()] });
  await expect.element(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();
  await expect.element(rows.first()).toBeVisible();
  expect(field.elements()).toEqual([]);
});

test('mine: each of them says what became of it, anonymous ones by the key in this browser and as nobody', async () => {
  keepKey(QNA_EVENT, KEY);
  const other = { _id: crypto.randomUUID(), content: 'Could the wood shop open on Sundays?', votes: 12 };
  answer(api.listMine, {
    items: [{ ...questionView({ isAnonymous: true, asker: null, state: 'refused', reason: 'Off topic.' }), key: KEY }],
  });
  await drawQuestions({
    mine: [
      questionView({ isMine: true, state: 'archived', mergedInto: other, content: 'Wood shop on Sundays?' }),
      questionView({ isMine: true, state: 'answered', wordedByHost: true, content: 'Is there tea?' }),
    ],
  });
  await tab(/^Mine 3/).click();
  await expect.element(page.getByText('Refused: Off topic.')).toBeVisible();
  await expect.element(page.getByText(/Merged with Could the wood shop open on Sundays\?, 12 votes/)).toBeVisible();
  await expect.element(page.getByText('Worded by a host')).toBeVisible();
  await expectAccessible();
});

test('mine: an anonymous question is reworded with its key, and Update is off while nothing has changed', async () => {
  keepKey(QNA_EVENT, KEY);
  const own = questionView({ isAnonymous: true, asker: null, state: 'pending', votes: 0, content: 'Who moved it?' });
  answer(api.listMine, { items: [{ ...own, key: KEY }] });
  answer(api.changeQuestion, { message: TOASTS.updated, data: { ...own, content: 'Who moved the library?', rev: 2 } });
  await drawQuestions();
  await tab(/^Mine 1/).click();
  await page.getByRole('button', { name: /^More about your question/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit your question' });
  const update = dialog.getByRole('button', { name: 'Update' });
  await expect.element(update).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Who moved the library?');
  await expect.element(update).toBeEnabled();
  await expectAccessible();
  await update.click();
  await expect.element(page.getByText('Question updated successfully')).toBeVisible();
  expect(sent('PATCH')[0]?.body).toEqual({ content: 'Who moved the library?', key: KEY });
});

test('live: newest counts are shown at once, the order only after three seconds, and never under the pointer', async () => {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  const few = questionView({ content: 'Few', votes: 1, created_epoc: 2 });
  const many = questionView({ content: 'Many', votes: 5, created_epoc: 1 });
  const some = questionView({ content: 'Some', votes: 3, created_epoc: 3 });
  await drawQuestions({ open: [many, some, few] });
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  const [socket] = TestSocket.opened;
  socket?.hear({ type: 'ready' });
  await expect.poll(() => socket?.said).toContainEqual({ type: 'attend', eventId: QNA_EVENT });
  await expect.element(rows.first()).toMatchTextContent(/Many/);
  const tell = (votes: number, rev: number) => {
    // An answer after that has it too, such as the one that the page asks for as its socket gets ready.
    if (rev > few.rev) Object.assign(few, { votes, rev });
    socket?.hear({
      type: 'event',
      name: api.questionVotes.name,
      data: { eventId: QNA_EVENT, votes: [{ _id: few._id, votes, rev }] },
    });
  };
  await userEvent.hover(rows.first());
  tell(9, 2);
  await expect.element(page.getByRole('button', { name: /^Upvote, 9 votes/ })).toBeVisible();
  // An older count that comes late changes nothing.
  tell(2, 1);
  // It moves as far as the row under the pointer, which stays.
  await expect.element(rows.nth(1), { timeout: 8000 }).toMatchTextContent(/Few/);
  await expect.element(rows.first()).toMatchTextContent(/Many/);
  await userEvent.hover(page.getByRole('heading', { level: 1, name: 'Questions' }));
  await expect.element(rows.first(), { timeout: 8000 }).toMatchTextContent(/Few/);
  expect(page.getByRole('button', { name: /^Upvote, 9 votes/ }).elements()).toHaveLength(1);
});

test('live: the question that is being answered is shown above the list, and what is gone leaves it', async () => {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  const asked = questionView({ content: 'Is there tea?' });
  const { voted: _voted, isMine: _isMine, ...told } = asked;
  await drawQuestions({ open: [asked, questionView({ content: 'Is there cake?' })] });
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  const [socket] = TestSocket.opened;
  await expect.element(rows.nth(1)).toBeVisible();
  const gone = { eventId: QNA_EVENT, questionId: asked._id, into: null };
  socket?.hear({
    type: 'event',
    name: api.questionNow.name,
    data: { eventId: QNA_EVENT, question: { ...told, isNow: true, rev: 3 } },
  });
  await expect.poll(() => rows.elements().length).toBe(1);
  socket?.hear({ type: 'event', name: api.questionGone.name, data: gone });
  await expect.element(rows.first()).toMatchTextContent(/Is there cake/);
});
