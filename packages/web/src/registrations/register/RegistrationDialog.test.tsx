import { getQuestions } from '@folkmoot/contract/questionnaires/api.ts';
import type { Question, QuestionResponse } from '@folkmoot/contract/questionnaires/schema.ts';
import { register } from '@folkmoot/contract/registrations/api.ts';
import type { Outcome } from '@folkmoot/contract/registrations/rules.ts';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { eventView, ticketView } from '../../../test/events.ts';
import { participationView, questionOfEachKind } from '../../../test/registrations.ts';
import { queryClient } from '../../core/query-client.ts';
import { refreshEvent } from '../../events/queries.ts';
import { RegistrationDialog } from './RegistrationDialog.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';
const REQUIRED = 'This field is required';

type Asked = { visitor?: boolean; editing?: boolean; ticket?: ReturnType<typeof ticketView>; outcome?: Outcome };

const registered = vi.fn();
const open = ({ visitor = false, editing = false, ticket, outcome = 'going' }: Asked = {}) =>
  openDialog(
    <RegistrationDialog
      event={eventView({ hasQuestions: true, name: 'Makers Fair' })}
      ticket={ticket ?? null}
      token={undefined}
      visitor={visitor}
      editing={editing}
      outcome={outcome}
      onRegistered={registered}
    />,
    visitor ? {} : { as: BEA },
  );

let questions: Question[];

function asks(responses: QuestionResponse[] = []): void {
  answer(getQuestions, { data: questions, response_given: responses.length > 0, responses });
}

beforeEach(() => {
  questions = questionOfEachKind();
  asks();
});

const dialog = page.getByRole('dialog', { name: 'Registration' });
const submit = dialog.getByRole('button', { name: 'Register' });
const link = dialog.getByRole('textbox', { name: 'A link to something you have made' });
const sent = () => calls.find(({ path }) => path.endsWith('/register'))?.body as { responses: QuestionResponse[] };

test('registration dialog: questions that could not be loaded can be loaded again', async () => {
  breakDown(getQuestions);
  await open();
  await expect.element(dialog.getByText('Error occurred while fetching questionnaire')).toBeVisible();
  await expectAccessible();
  asks();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(link).toBeVisible();
});

test('registration dialog: the button names what a visitor still has to fill in, and can be pressed again', async () => {
  answer(register, { message: 'Check your email.', status: 'going', data: participationView() });
  await open({ visitor: true });
  await submit.click();
  await expect.element(dialog.getByText('First name is required.')).toBeVisible();
  await expect.element(dialog.getByText('Fill all the required questions')).toBeVisible();
  await expect.poll(() => dialog.getByText(REQUIRED).elements().length).toBe(2);
  await expect.element(dialog.getByText('4 answers need another look')).toBeVisible();
  const colourOf = (error: string) => getComputedStyle(dialog.getByText(error).first().element()).color;
  expect(colourOf('First name is required.')).toBe(colourOf(REQUIRED));
  await expect.element(submit).toBeEnabled();
  await expectAccessible();
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Wren');
  // One name is enough.
  await dialog.getByRole('textbox', { name: 'Email' }).fill('wren@post.example');
  await dialog.getByRole('radio', { name: 'Something else' }).click();
  await dialog.getByRole('textbox', { name: /^Something else/ }).fill('The wheel');
  await dialog.getByRole('checkbox', { name: 'Tea urn' }).click();
  await link.fill('wrenhalloran.example');
  await expect.poll(() => dialog.getByText('Fill all the required questions').elements()).toEqual([]);
  await submit.click();
  await expectFocusReturned();
  expect(sent().responses.map(({ response_text }) => response_text)).toEqual([
    ['The wheel'],
    ['Tea urn'],
    ['wrenhalloran.example'],
  ]);
  expect(sent()).toMatchObject({ visitor: { firstName: 'Wren', lastName: '', email: 'wren@post.example' } });
});

test.each([
  ['going', 'We’ll email you the ticket.'],
  ['payment_pending', 'We’ll email you the ticket.'],
  ['requested', 'We’ll email you when a host answers.'],
  ['waitlisted', 'We’ll email you if a spot becomes free.'],
] as const)('registration dialog: a visitor who will be %s reads what they get by email', async (outcome, sentence) => {
  await open({ visitor: true, outcome });
  await expect.poll(() => dialog.element().textContent).toContain(`${sentence} Have an account?`);
});

test('registration dialog: a question left unanswered or answered wrongly is reported as you leave it', async () => {
  answer(register, { message: 'Event registration accepted', status: 'going', data: participationView() });
  await open({ ticket: ticketView({ name: 'Workshop pass' }) });
  await expect.element(dialog).toMatchTextContent(/Workshop pass for Makers Fair/);
  await expect.element(link).toBeVisible();
  // By keyboard alone: past the choices, which stay open, to the link.
  const focusOn = async (target: typeof link, shift = false) => {
    for (let pressed = 0; pressed < 20; pressed += 1) {
      await userEvent.tab({ shift });
      if (target.query() === document.activeElement) return;
    }
    throw new Error('Tab does not lead there.');
  };
  await focusOn(link);
  await userEvent.keyboard('kofi,example');
  await userEvent.tab({ shift: true });
  await expect
    .element(dialog.getByText('Please enter a valid link (e.g., folkmoot.org or https://folkmoot.org)'))
    .toBeVisible();
  await expect.element(dialog.getByText(REQUIRED)).toBeVisible();
  await expect.element(dialog.getByText('2 answers need another look')).toBeVisible();
  await expect.element(submit).toBeEnabled();
  // Shift+Tab reaches the last of the choices; from there the arrow key continues with the first.
  await focusOn(dialog.getByRole('radio', { name: 'Something else' }), true);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(dialog.getByRole('radio', { name: 'Letterpress poster' })).toBeChecked();
  await focusOn(link);
  await userEvent.keyboard('{Control>}a{/Control}kofi.example{Enter}');
  await expectFocusReturned();
  expect(sent().responses.map(({ response_text }) => response_text)).toEqual([
    ['Letterpress poster'],
    ['kofi.example'],
  ]);
});

test('registration dialog: your answers are filled in when you edit them', async () => {
  const [first] = questions;
  asks([
    {
      event_question_id: first?.question_id ?? '',
      event_question_version_id: first?.question_version_id ?? '',
      response_text: ['The wheel'],
      response_id: [],
    },
  ]);
  await open({ editing: true });
  await expect.element(dialog.getByRole('radio', { name: 'Something else' })).toBeChecked();
  await expect.element(dialog.getByRole('textbox', { name: /^Something else/ })).toHaveValue('The wheel');
});

test('registration dialog: a refusal by the server is shown in the dialog, which stays open', async () => {
  questions = questions.slice(1, 3);
  asks();
  refuse(register, { statusCode: 409, message: 'Every spot is taken.' });
  await open();
  await submit.click();
  await expect.element(dialog.getByText('Every spot is taken.')).toBeVisible();
  await expectAccessible();
});

test('registration dialog: your text and the focus stay while the event refreshes', async () => {
  const event = eventView({ hasQuestions: true });
  const given: ComponentProps<typeof RegistrationDialog> = {
    event,
    ticket: null,
    token: undefined,
    visitor: false,
    editing: false,
    outcome: 'going',
    onRegistered: () => undefined,
  };
  await openDialog(<RegistrationDialog {...given} />, { as: BEA });
  await link.fill('kofi.example');
  const asked = () => calls.filter(({ path }) => path.endsWith('/questions')).length;
  const before = asked();
  refreshEvent(event.id);
  await expect.poll(asked).toBeGreaterThan(before);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.element(link).toHaveFocus();
  await expect.element(link).toHaveValue('kofi.example');
});

test('registration dialog: the price with its fee stands in it, and the button says what comes next', async () => {
  questions = [];
  asks();
  const paid = ticketView({
    name: 'Both days',
    type: 'paid',
    price: 12_000,
    currency: 'GBP',
    fee: 600,
    fee_bearer: 'buyer',
  });
  await open({ visitor: true, ticket: { ...paid, fee_percent: 5 }, outcome: 'payment_pending' });
  await expect.element(dialog.getByText(/^£126\.00\. Includes the 5% platform fee\./)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Continue to payment, £126.00' })).toBeVisible();
  await expectAccessible();
});

test('registration dialog: what must be answered is said, and what the server refuses stays until it is changed', async () => {
  refuse(register, { statusCode: 422, message: 'Wrong.', fields: { 'visitor.email': 'We cannot write there.' } });
  questions = questions.slice(0, 1);
  asks();
  await open({ visitor: true });
  await expect.element(dialog.getByRole('group', { name: 'Which workshop would you like? (required)' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Slip trailing' }).click();
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Wren');
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await email.fill('wren@post.example');
  await submit.click();
  await expect.element(dialog.getByText('We cannot write there.')).toBeVisible();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(dialog.getByText('We cannot write there.')).toBeVisible();
  await email.fill('wren@other.example');
  await expect.poll(() => dialog.getByText('We cannot write there.').elements()).toEqual([]);
});

test('registration dialog: it is 500 pixels wide, and full screen on a phone', async () => {
  await page.viewport(1440, 900);
  await open();
  await expect.poll(() => dialog.element().getBoundingClientRect().width).toBe(500);
  await page.viewport(390, 844);
  await expect
    .poll(() => {
      const { width, height } = dialog.element().getBoundingClientRect();
      return [width, height];
    })
    .toEqual([390, 844]);
  await page.viewport(720, 900);
});

test('registration dialog: its heading keeps its room, and nothing slides through it, however many questions there are', async () => {
  questions = Array.from({ length: 20 }, (_, at) => ({
    ...(questionOfEachKind()[2] as Question),
    ...{ question_id: crypto.randomUUID(), question: `Question ${at + 1}` },
  }));
  asks();
  for (const [width, height] of [
    [1440, 900],
    [390, 664],
  ] as const) {
    await page.viewport(width, height);
    const { unmount } = await open({ visitor: true });
    const subtitle = dialog.getByText('Makers Fair');
    const first = dialog.getByRole('textbox', { name: 'First name' });
    await expect.element(first).toBeVisible();
    const bottomOf = () => subtitle.element().getBoundingClientRect().bottom;
    expect(first.element().getBoundingClientRect().top).toBeGreaterThan(bottomOf());
    const before = bottomOf();
    await dialog.getByRole('textbox', { name: 'Question 20' }).click();
    expect(bottomOf()).toBe(before);
    await unmount();
  }
  await page.viewport(720, 900);
});
