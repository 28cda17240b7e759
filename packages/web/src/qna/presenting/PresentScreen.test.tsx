import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { getEvent } from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import type { QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { qnaView, questionView } from '../../../test/qna.ts';
import { Present } from './PresentScreen.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';

async function drawScreen(qna: Partial<QnaView>, open: QuestionView[]) {
  const view = qnaView({ role: 'host', ...qna });
  answer(resolveAlias, { data: { resource_type: 'event', resource_id: view.eventId, alias: view.alias } });
  answer(getEvent, eventView({ id: view.eventId }));
  answer(api.getQna, { data: view });
  answer(api.listQuestions, { items: open, count: open.length });
  await draw(<Present seen={{ eventId: view.eventId, token: undefined }} qna={view} />, { as: ME });
}

test('the hall’s screen: the question now, the next three, and how to join; nothing to press, and nothing that waits', async () => {
  const now = questionView({ isNow: true, content: 'A second kiln?', votes: 64 });
  await drawScreen(
    { now, joinByCode: true, code: 'harbour-482153', joinUrl: 'https://moot.example/q/harbour-482153' },
    [now, ...['One?', 'Two?', 'Three?', 'Four?'].map((content, at) => questionView({ content, votes: 9 - at }))],
  );
  await expect.element(page.getByText('A second kiln?')).toBeVisible();
  await expect.element(page.getByText('Ana Ruiz, 64 votes')).toBeVisible();
  await expect.element(page.getByRole('listitem').nth(2)).toMatchTextContent(/Three/);
  expect(page.getByText('Four?').elements()).toEqual([]);
  await expect.element(page.getByText('HARBOUR 482 153')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'QR code that leads to the questions' })).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(page.getByRole('link').elements()).toEqual([]);
  const asked = calls.filter(({ path }) => path.endsWith('/questions'));
  expect(asked.length).toBeGreaterThan(0);
  await expectAccessible();
});

test('the hall’s screen: before the first question, and while Q&A is closed', async () => {
  await drawScreen({}, []);
  await expect.element(page.getByText('What would you like to ask?')).toBeVisible();
  await drawScreen({ status: 'disabled' }, []);
  await expect.element(page.getByText('Q&A is not open at the moment.')).toBeVisible();
});

test('the hall’s screen: without “Join by code” there is no code on the wall, but the address for the guests', async () => {
  await drawScreen({ code: 'harbour-482153', joinUrl: 'https://moot.example/q/harbour-482153' }, []);
  await expect.element(page.getByText('Guests of this event ask and vote at')).toBeVisible();
  await expect.element(page.getByText(`${location.host}/night-ride`)).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'QR code that leads to the questions' })).toBeVisible();
  expect(page.getByText(/HARBOUR/).elements()).toEqual([]);
});

test('the hall’s screen: while none is being answered, the questions with most votes are in the middle', async () => {
  const seven = ['One?', 'Two?', 'Three?', 'Four?', 'Five?', 'Six?', 'Seven?'];
  await drawScreen(
    {},
    seven.map((content, at) => questionView({ content, votes: 19 - at })),
  );
  await expect.element(page.getByRole('heading', { name: 'Most votes' })).toBeVisible();
  await expect.element(page.getByRole('listitem').nth(5)).toMatchTextContent(/14Six\?/);
  expect(page.getByText('Seven?').elements()).toEqual([]);
  expect(page.getByText('What would you like to ask?').elements()).toEqual([]);
  await expectAccessible();
});
