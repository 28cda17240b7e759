import { createCode, deleteCode, listCodes, updateCode } from '@folkmoot/contract/codes/api.ts';
import { type CodeView, refusals } from '@folkmoot/contract/codes/schema.ts';
import { listTickets } from '@folkmoot/contract/tickets/api.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { eventView, ticketsPage, ticketView } from '../../test/events.ts';
import { CodesSection } from './CodesSection.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';
const pass = ticketView({ name: 'Workshop pass', type: 'paid', price: 1800, currency: 'GBP' });
const crew = ticketView({ name: 'Crew', is_hidden: true });
const early: CodeView = {
  ...{ id: '0190a3b4-0000-7000-8000-0000000000c1', code: 'EARLY', kind: 'percent', percent: 10, amount: null },
  ...{ ticket_ids: null, max_uses: 20, starts_epoc: null, ends_epoc: null, is_active: true, uses: 3 },
};

const section = () => draw(<CodesSection event={eventView({ name: 'Proof day' })} />, { as: HEDDA });
const dialog = page.getByRole('dialog', { name: /code$/ });
const add = async () => {
  await section();
  await page.getByRole('button', { name: 'Add code' }).click();
};
const sent = () => calls.findLast(({ method, path }) => method !== 'GET' && path.includes('/codes'))?.body;

beforeEach(() => {
  answer(listTickets, ticketsPage([pass, crew]));
  answer(listCodes, { data: [early] });
  answer(createCode, { message: 'Saved!', data: early });
  answer(updateCode, { message: 'Saved!', data: early });
  answer(deleteCode, { message: 'Code removed.' });
});

test('codes: each says what it does and how often it is used', async () => {
  const ended = { ...early, id: crypto.randomUUID(), code: 'OLD', max_uses: null, ends_epoc: 1_700_000_000 };
  const access = { ...early, id: crypto.randomUUID(), code: 'CREW', kind: 'access' as const, percent: null };
  answer(listCodes, { data: [early, ended, { ...access, ticket_ids: [crew.id], is_active: false }] });
  await section();
  await expect.element(page.getByText('3 of 20').first()).toBeVisible();
  await expect.element(page.getByText('Access · Crew')).toBeVisible();
  await expect.element(page.getByText('Ended')).toBeVisible();
  await expect.element(page.getByText('Off', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('codes: a share of the price, for some tickets alone', async () => {
  await add();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('friends');
  await dialog.getByRole('textbox', { name: 'Percent off' }).fill('25');
  await dialog.getByRole('switch', { name: 'Only for some tickets' }).click({ force: true });
  // Money off is for what costs something.
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Add code' }).click();
  await expect.element(dialog.getByText('Choose a ticket.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Workshop pass' }).click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add code' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(sent()).toMatchObject({ code: 'friends', kind: 'percent', percent: 25, amount: null, ticket_ids: [pass.id] });
});

test('codes: an amount as people type it, and access to a hidden ticket', async () => {
  await add();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('fiver');
  await dialog.getByText('Amount off', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add code' }).click();
  await expect.element(dialog.getByText(refusals.amountRequired.message)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Amount off, in GBP' }).fill('5,50');
  await dialog.getByText('Access', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add code' }).click();
  await expect.element(dialog.getByText(refusals.ticketRequired.message)).toBeVisible();
  // What was typed is still there.
  await dialog.getByText('Amount off', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add code' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(sent()).toMatchObject({ kind: 'amount', amount: 550, percent: null, ticket_ids: null });
});

test('codes: what the server finds wrong is named at its field, and nothing is lost', async () => {
  refuse(createCode, { statusCode: 409, message: 'No.', fields: { code: refusals.taken.message } });
  await add();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('EARLY');
  await dialog.getByRole('textbox', { name: 'Percent off' }).fill('10');
  await dialog.getByRole('button', { name: 'Add code' }).click();
  await expect.element(dialog.getByText(refusals.taken.message)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toHaveValue('EARLY');
});

test('codes: one is switched off, and one is removed after it is asked', async () => {
  await section();
  await page.getByRole('button', { name: 'Edit code EARLY' }).click();
  await dialog.getByRole('switch', { name: /^Active/ }).click({ force: true });
  await dialog.getByRole('button', { name: 'Save code' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(sent()).toMatchObject({ code: 'EARLY', percent: 10, is_active: false });
  await page.getByRole('button', { name: 'Remove code EARLY' }).click();
  await page.getByRole('button', { name: 'Remove code', exact: true }).click();
  await expect.element(page.getByText('Code removed.').first()).toBeVisible();
});

test('codes: without a paid ticket only access can be given', async () => {
  answer(listTickets, ticketsPage([crew]));
  await add();
  await expect.element(dialog.getByRole('radio', { name: 'Access' })).toBeChecked();
  await expect.element(dialog.getByRole('radio', { name: 'Percent off' })).toBeDisabled();
});
