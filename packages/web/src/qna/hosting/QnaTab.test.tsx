import * as api from '@folkmoot/contract/qna/api.ts';
import * as hostingApi from '@folkmoot/contract/qna/hosting-api.ts';
import { refusals, STANDS, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { type QnaView, type QuestionView, REFUSAL_TEXTS } from '@folkmoot/contract/qna/schema.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible, sharedNames } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { qnaView, questionView } from '../../../test/qna.ts';
import { queryClient } from '../../core/query-client.ts';
import { QnaTab } from './QnaTab.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const event = eventView({ viewer: { manages: true, role: 'host' } });

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(720, 900));

type Given = { qna?: Partial<QnaView>; pending?: QuestionView[]; open?: QuestionView[]; answered?: QuestionView[] };

async function drawTab({ qna = {}, pending = [], open = [], answered = [] }: Given = {}) {
  answer(api.getQna, {
    data: qnaView({
      eventId: event.id,
      role: 'host',
      code: 'harbour-482153',
      joinUrl: 'https://moot.example/q/harbour-482153',
      ...qna,
    }),
  });
  answer(api.listQuestions, ({ isPending, isAnswered, isArchived, status }) => {
    const items = isPending ? pending : isAnswered === 'true' ? answered : isArchived || status ? [] : open;
    return { items, count: items.length };
  });
  answer(api.countQuestions, {
    data: {
      ...{ pending: pending.length, published: open.length, answered: answered.length },
      ...{ archived: 0, refused: 0, bookmarked: 0, mine: 0 },
    },
  });
  answer(api.getQnaStats, {
    data: { questions: 30, answered: 7, votes: 412, people: 58, anonymous: 2, pending: pending.length, watching: 96 },
  });
  return draw(<QnaTab event={event} />, { as: ME });
}

const own = (fields: Partial<QuestionView> = {}) =>
  questionView({ eventId: event.id, isBookmarked: false, reports: 0, isHeld: false, similar: null, ...fields });
const queue = page.getByRole('region', { name: 'Queue' });
const board = page.getByRole('region', { name: 'Board' });
const sent = (method: string) => calls.filter((one) => one.method === method).map(({ body }) => body);

test('the hosts’ desk: nothing yet is said in each part, and the figures and the code are there', async () => {
  await drawTab();
  await expect.element(queue.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible();
  await expect.element(board.getByRole('heading', { name: 'No open questions' })).toBeVisible();
  await expect.element(page.getByText('HARBOUR 482 153')).toBeVisible();
  await expect
    .element(page.getByRole('img', { name: 'QR code that leads to https://moot.example/q/harbour-482153' }))
    .toBeVisible();
  await expect.element(page.getByText('People who asked anonymously are not counted.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Present' }))
    .toHaveAttribute('href', `/events/present/${event.alias}`);
  await expectAccessible();
});

test('the queue: what waits can be approved, all on the screen at once', async () => {
  const [one, two] = [own({ state: 'pending', content: 'One?' }), own({ state: 'pending', content: 'Two?' })];
  await drawTab({ pending: [one, two] });
  answer(api.changeQuestion, { message: TOASTS.updated, data: { ...one, state: 'published', rev: 2 } });
  await queue
    .getByRole('article', { name: 'One?' })
    .getByRole('button', { name: /^Approve: / })
    .click();
  await expect.poll(() => queue.getByRole('article').elements().length).toBe(1);
  await expect.element(board.getByRole('article', { name: 'One?' })).toBeVisible();
  expect(sent('PATCH')).toEqual([{ status: 'published', from: 'pending' }]);
});

test('the queue: why it waits is said: a word that holds, a report, or one that is much the same', async () => {
  const similar = { _id: crypto.randomUUID(), content: 'Is there tea?', votes: 12 };
  const reported = [{ reason: 'other' as const, note: 'Names a neighbour.' }];
  await drawTab({ pending: [own({ state: 'pending', isHeld: true, similar, reports: 1, reported })] });
  await expect.element(queue.getByText('Held because it contains one of your hold words.')).toBeVisible();
  await expect.element(queue.getByText(/Similar to a question with 12 votes\./)).toBeVisible();
  await expect
    .element(queue.getByRole('list', { name: 'Reports' }))
    .toMatchTextContent('Something else: Names a neighbour.');
  await expectAccessible();
});

test('the queue: approving all means all that wait, also what is not on the screen, which is said first', async () => {
  const all = [own({ state: 'pending' }), own({ state: 'pending' })];
  await drawTab({ pending: all });
  answer(api.approveQuestions, { message: '2 questions approved.', data: { done: 2, left: 0 } });
  await queue.getByRole('button', { name: 'Approve all 2' }).click();
  await expect.element(page.getByText('2 questions approved.')).toBeVisible();
  await expect.element(queue.getByRole('heading', { name: 'Waiting for you' })).toHaveFocus();
  answer(api.countQuestions, {
    data: { pending: 27, published: 0, answered: 0, archived: 0, refused: 0, bookmarked: 0, mine: 0 },
  });
  await queryClient.invalidateQueries();
  await queue.getByRole('button', { name: 'Approve all 27' }).click();
  const sure = page.getByRole('dialog', { name: 'Approve all 27 questions?' });
  await expect.element(sure).toMatchTextContent(/25 of them are not on this screen yet\./);
  await sure.getByRole('button', { name: 'Approve all' }).click();
  await expect.poll(() => sent('POST')).toEqual([{}, {}]);
});

test('the queue: of more than are approved at once, it offers the oldest ones', async () => {
  await drawTab({ pending: [own({ state: 'pending' }), own({ state: 'pending' })] });
  answer(api.countQuestions, {
    data: { pending: 612, published: 0, answered: 0, archived: 0, refused: 0, bookmarked: 0, mine: 0 },
  });
  await queryClient.invalidateQueries();
  await queue.getByRole('button', { name: 'Approve the oldest 500' }).click();
  const sure = page.getByRole('dialog', { name: 'Approve the oldest 500 questions?' });
  await expect.element(sure).toMatchTextContent(/498 of them are not on this screen yet\./);
  await expect.element(sure.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
});

test('the desk does not say that it is live while Q&A is off', async () => {
  await drawTab({ qna: { status: 'disabled', code: null, joinUrl: null } });
  await expect.element(page.getByRole('switch', { name: 'Q&A is open' })).not.toBeChecked();
  expect(page.getByText(/^Live/).elements()).toEqual([]);
});

test('refusing: a reason brings its words, none is an error, and the asker reads them', async () => {
  const one = own({ state: 'pending' });
  await drawTab({ pending: [one] });
  answer(api.changeQuestion, { message: TOASTS.updated, data: { ...one, state: 'refused', rev: 2 } });
  await queue.getByRole('button', { name: /^Refuse: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Refuse this question' });
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await expect.element(message).toHaveValue(REFUSAL_TEXTS['General Decline']);
  await expectAccessible();
  await message.fill(' ');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect.element(message).toHaveAccessibleDescription(expect.stringContaining('Give a reason.'));
  await message.fill('Ask the print room.');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect.poll(() => queue.getByRole('article').elements().length).toBe(0);
  expect(sent('PATCH')).toEqual([{ from: 'pending', status: 'refused', reason: 'Ask the print room.' }]);
});

test('two hosts at once: the second is told what it is now, and sees it there', async () => {
  const one = own({ state: 'pending' });
  await drawTab({ pending: [one] });
  refuse(api.changeQuestion, { statusCode: 409, code: STANDS.answered.code, message: STANDS.answered.message });
  answer(api.getQuestion, { data: { ...one, state: 'answered', rev: 3 } });
  await queue.getByRole('button', { name: /^Approve: / }).click();
  await expect.element(page.getByText('Another host has marked this question as answered.')).toBeVisible();
  await expect.element(queue.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible();
});

test('answering live: the card has a clock, Put back, and Mark answered, which can be undone', async () => {
  const now = own({ isNow: true, now_epoc: Math.floor(Date.now() / 1000) - 134, content: 'A second kiln?' });
  await drawTab({ qna: { now }, open: [now] });
  const card = board.getByRole('region', { name: 'A second kiln?' });
  await expect.element(card.getByRole('timer')).toMatchTextContent(/^2:1\d$/);
  await expectAccessible();
  let state: QuestionView = now;
  answer(api.changeQuestion, ({ status, isNow }) => {
    state = { ...state, rev: state.rev + 1, ...(status ? { state: status, isNow: false } : { isNow: isNow ?? false }) };
    return { message: TOASTS.updated, data: state };
  });
  await card.getByRole('button', { name: 'Mark answered' }).click();
  await expect.element(page.getByText('Marked as answered.')).toBeVisible();
  await expect.poll(() => card.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(card).toBeVisible();
  expect(sent('PATCH')).toEqual([
    { status: 'answered', from: 'published' },
    { status: 'published', from: 'answered' },
    { isNow: true },
  ]);
});

test('the board: a question is bookmarked, reworded with a note for everybody, and archived', async () => {
  const one = own({ content: 'Is there tea?' });
  await drawTab({ open: [one] });
  answer(api.changeQuestion, { message: TOASTS.updated, data: { ...one, isBookmarked: true, rev: 2 } });
  await board.getByRole('button', { name: /^Bookmark: / }).click();
  await expect.element(board.getByRole('button', { name: /^Remove the bookmark/ })).toBeVisible();
  await board.getByRole('button', { name: /^More about this question/ }).click();
  await page.getByRole('menuitem', { name: 'Reword' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reword this question' });
  await expect.element(dialog.getByRole('button', { name: 'Update' })).toBeDisabled();
  await expect.element(dialog.getByText('Everybody will see “Worded by a host” under it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  answer(api.changeQuestion, { message: TOASTS.updated, data: { ...one, state: 'archived', rev: 3 } });
  await board.getByRole('button', { name: /^More about this question/ }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect.element(board.getByRole('heading', { name: 'No open questions' })).toBeVisible();
});

test('the desk: each button of a question says which one, so that none is named like another', async () => {
  const similar = { _id: crypto.randomUUID(), content: 'Tea?', votes: 2 };
  const named = (content: string, fields: Partial<QuestionView>) => own({ content, comments: 1, ...fields });
  await drawTab({
    pending: ['One?', 'Two?'].map((content) => named(content, { state: 'pending', similar })),
    open: [named('Three?', {}), named('Four?', { comments: 0 }), named('Five?', { comments: 0 })],
  });
  await expect.element(board.getByRole('button', { name: 'More about this question: Five?' })).toBeVisible();
  await expect.element(queue.getByRole('button', { name: 'Approve: Two?' })).toBeVisible();
  expect(sharedNames()).toEqual([]);
});

test('merging: the united number is shown first, and people who voted for both count once', async () => {
  const [one, two] = [own({ content: 'One?', votes: 12 }), own({ content: 'Two?', votes: 7 })];
  await drawTab({ open: [one, two] });
  answer(api.previewMerge, { data: { votes: 16, both: 3 } });
  await board
    .getByRole('article', { name: 'Two?' })
    .getByRole('button', { name: /^More about this question/ })
    .click();
  await page.getByRole('menuitem', { name: /Merge with/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge this question' });
  await expect.element(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'One?' }).click();
  await expect.element(dialog.getByText('Together: 16 votes.')).toBeVisible();
  await expect.element(dialog.getByText(/3 people voted for both and count once\./)).toBeVisible();
  await expectAccessible();
  refuse(api.mergeQuestion, { statusCode: 409, ...refusals.mergeClosed });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(refusals.mergeClosed.message);
});

test('preferences: hidden while it is closed, saved at once, and set back if that fails', async () => {
  await drawTab({ qna: { status: 'disabled', code: null, joinUrl: null } });
  const open = page.getByRole('switch', { name: 'Q&A is open' });
  await expect.element(open).not.toBeChecked();
  expect(page.getByRole('switch').elements()).toHaveLength(1);
  expect(page.getByRole('combobox', { name: 'Who can comment' }).elements()).toEqual([]);
  breakDown(api.updateQna);
  await open.click({ force: true });
  await expect.element(page.getByText('Failed to update Q&A preference.')).toBeVisible();
  await expect.element(open).not.toBeChecked();
  answer(api.updateQna, {
    message: TOASTS.settings,
    data: qnaView({ eventId: event.id, role: 'host', code: 'oak-1234', joinUrl: 'https://moot.example/q/oak-1234' }),
  });
  await open.click({ force: true });
  await expect.element(page.getByText('Q&A preference updated successfully.')).toBeVisible();
  await expect.element(page.getByText('OAK 1234')).toBeVisible();
  await expect.element(page.getByText(/People without an account can vote more than once\./)).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Who can comment' })).toHaveValue('Hosts');
  expect(sent('PATCH')).toEqual([{ status: 'enabled' }, { status: 'enabled' }]);
});

test('hold words: one in each line, and too long a word is an error at the field', async () => {
  await drawTab();
  await page.getByRole('button', { name: 'Hold words' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold words' });
  const words = dialog.getByRole('textbox', { name: 'Words' });
  await words.fill('x'.repeat(41));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(words)
    .toHaveAccessibleDescription(expect.stringContaining('A word cannot exceed 40 characters.'));
  await words.fill('kiln\n glaze , slip');
  answer(api.updateQna, { message: TOASTS.settings, data: qnaView({ eventId: event.id, role: 'host' }) });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Q&A preference updated successfully.')).toBeVisible();
  expect(sent('PATCH')).toEqual([{ holdWords: ['kiln', 'glaze', 'slip'] }]);
});

test('on a phone the desk has three tabs, and nothing is missing', async () => {
  await page.viewport(390, 844);
  await drawTab({ pending: [own({ state: 'pending', content: 'One?' })], open: [own({ content: 'Two?' })] });
  await expect.element(queue.getByRole('article', { name: 'One?' })).toBeVisible();
  expect(board.elements()).toEqual([]);
  await expectAccessible();
  await page.getByText('Questions', { exact: true }).first().click();
  await expect.element(board.getByRole('article', { name: 'Two?' })).toBeVisible();
  await page.getByText('Preferences', { exact: true }).first().click();
  await expect.element(page.getByRole('switch', { name: 'Approve before showing' })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeInTheDocument();
  await expectAccessible();
});

test('who came by the code: each with what they did, removed one by one or all who have done nothing', async () => {
  await drawTab({ qna: { joinByCode: true } });
  const guest = (name: string, votes: number) => ({
    ...{ _id: crypto.randomUUID(), name, joined_epoc: 1_790_000_000, questions: 0, votes, comments: 0 },
  });
  const [theo, noor] = [guest('Theo', 0), guest('Noor', 2)];
  answer(hostingApi.listCodeGuests, { items: [theo, noor], count: 12, quiet: 11 });
  answer(hostingApi.removeCodeGuests, { message: '1 person removed.', data: { done: 1 } });
  await page.getByRole('button', { name: 'Who came by the code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who came by the code' });
  const rows = dialog.getByRole('list', { name: 'People who came by the code' }).getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent('TheoNothing yet');
  await expect.element(rows.nth(1)).toMatchTextContent('Noor2 votes');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove Noor' }).click();
  await expect.element(page.getByText('1 person removed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove 11 who have done nothing' }).click();
  const sure = page.getByRole('dialog', { name: 'Remove 11 people?' });
  await sure.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => sent('POST')).toEqual([{ guestId: noor._id }, { which: 'quiet' }]);
});
