import { listOrders } from '@folkmoot/contract/payments/orders-api.ts';
import type { OrderSums } from '@folkmoot/contract/payments/orders-schema.ts';
import {
  addGuest,
  changeGuest,
  changeGuests,
  getGuest,
  getInsights,
  listGuests,
} from '@folkmoot/contract/registrations/api.ts';
import type { GuestView } from '@folkmoot/contract/registrations/schema.ts';
import { listTickets } from '@folkmoot/contract/tickets/api.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView, ticketsPage, ticketView } from '../../../test/events.ts';
import { countsOf, guestDetail, guestView } from '../../../test/registrations.ts';
import { GuestsTab } from './GuestsTab.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';
const event = eventView({ name: 'Kiln opening', require_approval: true });

let guests: GuestView[];

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const search = page.getByRole('searchbox', { name: 'Search guests' });
const chosen = page.getByRole('toolbar', { name: 'Selected guests' });
const sent = (method: string) =>
  calls.findLast((call) => call.method === method && call.path.includes('participations'));

async function openMenu(name: string): Promise<string[]> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  return page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent ?? '');
}

async function drawTab(shown = event): Promise<void> {
  await draw(<GuestsTab event={shown} status="all" />, { as: HEDDA });
  await expect.element(page.getByRole('searchbox')).toBeVisible();
}

beforeEach(async () => {
  guests = [
    guestView('Wren Halloran', { status: 'requested' }),
    guestView('Jun Park', { status: 'requested' }),
    guestView('Ada Lowe'),
    guestView('Tom Reyes', { status: 'not_going' }),
  ];
  answer(listTickets, ticketsPage([ticketView({ name: 'Bench 11' })]));
  answer(listGuests, ({ search = '', status = 'all' }) => {
    const data = guests.filter(
      (guest) => guest.name.toLowerCase().includes(search) && (status === 'all' || guest.status === status),
    );
    return { data, nextCursor: null, count: data.length, counts: countsOf(guests) };
  });
  answer(getInsights, () => ({
    days: [],
    counts: countsOf(guests),
    capacity: null,
    checkedIn: 0,
    tickets: [],
    questions: [],
    revenue: [],
  }));
  answer(
    getGuest,
    guestDetail(guests[0] as GuestView, [
      { question_id: crypto.randomUUID(), question: 'Which workshop?', type: 'text', response_text: ['Slip trailing'] },
    ]),
  );
});

// The first test of this file: the chart is loaded once.
test('guests: the list stays in view while the chart above it is being loaded', async () => {
  const insights = Promise.withResolvers<void>();
  answer(getInsights, async () => {
    await insights.promise;
    return {
      days: [],
      counts: countsOf(guests),
      capacity: null,
      checkedIn: 0,
      tickets: [],
      questions: [],
      revenue: [],
    };
  });
  await drawTab();
  await expect.element(rowOf('Ada Lowe')).toBeVisible();
  const row = rowOf('Ada Lowe').element();
  let hidden = 0;
  const watch = new MutationObserver(() => {
    if (!row.checkVisibility()) hidden += 1;
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  insights.resolve();
  await expect.element(page.getByRole('figure')).toBeVisible();
  watch.disconnect();
  expect(hidden).toBe(0);
});

test('guests: the list shows everyone with their status, and the number in each', async () => {
  await drawTab();
  await expect.element(rowOf('Wren Halloran')).toMatchTextContent(/Awaiting approval/);
  await expect.element(page.getByRole('radio', { name: /^To approve\s*2$/ })).toBeInTheDocument();
  await expectAccessible();
});

test('guests: a search that finds nobody says so, and a status filter shows only its guests', async () => {
  await drawTab();
  await search.fill('nobody at all');
  await expect.element(page.getByRole('heading', { name: 'No guests found', exact: true })).toBeVisible();
  await expect.element(page.getByText('No name, address, answer or code matches “nobody at all”.')).toBeVisible();
  await search.fill('');
  await page
    .getByRole('radiogroup', { name: 'Status' })
    .getByText(/^Not going/)
    .click();
  await expect.element(rowOf('Tom Reyes')).toBeVisible();
  await expect.poll(() => rowOf('Ada Lowe').elements()).toEqual([]);
});

test('guests: an event without guests says how people get on its list', async () => {
  guests = [];
  await drawTab();
  await expect
    .element(page.getByText('People who register will appear here. You can also add someone yourself.'))
    .toBeVisible();
  await expectAccessible();
});

test('guests: a list that could not be loaded can be loaded again', async () => {
  breakDown(listGuests);
  await drawTab();
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  answer(listGuests, () => ({ data: guests, nextCursor: null, count: guests.length, counts: countsOf(guests) }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rowOf('Ada Lowe')).toBeVisible();
});

test.each([
  ['has asked to join', { status: 'requested' }, ['Answers and history', 'Approve', 'Make featured guest', 'Decline']],
  ['is going', { status: 'going' }, ['Answers and history', 'Make featured guest', 'Cancel registration']],
  [
    'is featured',
    { status: 'going', role: 'featured_guest' },
    ['Answers and history', 'Make guest', 'Cancel registration'],
  ],
  ['created the event', { status: 'going', role: 'host', isCreator: true }, ['Answers and history']],
  [
    'has an account',
    { status: 'going', hasAccount: true },
    ['Answers and history', 'Make featured guest', 'Make check-in staff', 'Cancel registration'],
  ],
] as const)('guests: the menu of a person who %s has what you can do', async (_, fields, entries) => {
  guests = [guestView('Elspeth Ray', fields as Partial<GuestView>)];
  await drawTab();
  expect(await openMenu('Elspeth Ray')).toEqual(entries);
});

test('guests: the guest list of a cancelled event is read-only', async () => {
  await drawTab(eventView({ status: 'cancelled' }));
  await expect.element(rowOf('Ada Lowe')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add guest' })).toBeDisabled();
  expect(await openMenu('Wren Halloran')).toEqual(['Answers and history']);
});

test('guests: a role can be chosen in the menu, and a refusal is shown', async () => {
  refuse(changeGuest, { statusCode: 409, message: 'A host cannot be declined. Make them a guest first.' });
  await drawTab();
  await openMenu('Ada Lowe');
  await page.getByRole('menuitem', { name: 'Make featured guest' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/A host cannot be declined\./);
  expect(sent('PUT')?.body).toMatchObject({ type: 'role', role: 'featured_guest' });
});

test('guests: a dialog shows the answers and the history of a guest', async () => {
  await drawTab();
  await page.getByRole('button', { name: /^Wren Halloran/ }).click();
  const detail = dialog('Wren Halloran');
  await expect.element(detail.getByText('Slip trailing')).toBeVisible();
  await expect.element(detail.getByRole('region', { name: 'History' })).toMatchTextContent(/Awaiting approval/);
  await expectAccessible();
});

test('guests: a dialog shows the code of a ticket, and none where there is no ticket', async () => {
  await drawTab();
  await page.getByRole('button', { name: /^Wren Halloran/ }).click();
  await expect.element(dialog('Wren Halloran').getByText('Slip trailing')).toBeVisible();
  expect(dialog('Wren Halloran').getByText('QRTW-4867').elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  const [, , ada] = guests;
  answer(getGuest, guestDetail(ada as GuestView));
  await page.getByRole('button', { name: /^Ada Lowe/ }).click();
  await expect.element(dialog('Ada Lowe').getByText('QRTW-4867')).toBeVisible();
});

test('guests: a request is approved beside its answers', async () => {
  answer(changeGuest, { message: 'Saved!', data: guestView('Wren Halloran') });
  await drawTab();
  await page.getByRole('button', { name: /^Wren Halloran/ }).click();
  const detail = dialog('Wren Halloran');
  await expect.element(detail.getByText('Slip trailing')).toBeVisible();
  await detail.getByRole('button', { name: 'Approve' }).click();
  await expect.element(page.getByText('Saved!')).toBeVisible();
  await expect.element(detail).not.toBeInTheDocument();
  expect(sent('PUT')?.body).toMatchObject({ type: 'approve' });
});

test('guests: a request is declined in one short dialog, from the menu as from its answers', async () => {
  answer(changeGuests, { message: 'User declined successfully', data: { done: 1, left: 0 } });
  await drawTab();
  await page.getByRole('button', { name: /^Wren Halloran/ }).click();
  await dialog('Wren Halloran').getByRole('button', { name: 'Decline' }).click();
  const declining = dialog('Decline this request');
  await expect.element(declining.getByText('Wren Halloran gets an email with this text.')).toBeVisible();
  await declining.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => declining.elements()).toEqual([]);
  await openMenu('Wren Halloran');
  await page.getByRole('menuitem', { name: 'Decline' }).click();
  await declining.getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => declining.elements()).toEqual([]);
  expect(sent('POST')?.body).toMatchObject({ action: 'decline', participationIds: [guests[0]?.participationId] });
});

test('guests: an empty checkbox stands out from the page, light and dark', async () => {
  await drawTab();
  const box = page.getByRole('checkbox', { name: 'Select Ada Lowe' });
  await expect.element(box).toBeVisible();
  const field = getComputedStyle(document.documentElement).getPropertyValue('--fm-border-input');
  const shown = document.createElement('i');
  shown.style.color = field;
  document.body.append(shown);
  expect(getComputedStyle(box.element()).borderTopColor).toBe(getComputedStyle(shown).color);
  shown.remove();
});

test('guests: several guests can be selected, and declined with a text suggested by the reason', async () => {
  answer(changeGuests, { message: '2 declined.', data: { done: 2, left: 0 } });
  await drawTab();
  for (const name of ['Wren Halloran', 'Jun Park'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await expect.element(chosen).toMatchTextContent(/2 selected/);
  await expectAccessible();
  await chosen.getByRole('button', { name: 'Decline' }).click();
  const declining = dialog('Decline 2 requests');
  const text = declining.getByRole('textbox', { name: 'Message (optional)' });
  await expect
    .element(text)
    .toHaveValue('Thank you for your interest. We are sorry that we cannot welcome you this time.');
  await declining.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Capacity Limitation' }).click();
  await expect
    .element(text)
    .toHaveValue('Thank you for your interest. We have more requests than spots, and cannot offer you one.');
  await expectAccessible();
  await declining.getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => chosen.elements()).toEqual([]);
  expect(sent('POST')?.body).toMatchObject({ action: 'decline', reason: expect.stringContaining('more requests') });
});

test('guests: Approve is sent for the selected guests who can be approved', async () => {
  answer(changeGuests, { message: 'Approved.', data: { done: 2, left: 0 } });
  await drawTab();
  for (const { name } of guests) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await expect.element(chosen).toMatchTextContent(/4 selected/);
  await chosen.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => chosen.elements()).toEqual([]);
  const asked = guests.filter(({ status }) => status === 'requested').map(({ participationId }) => participationId);
  expect(sent('POST')?.body).toMatchObject({ action: 'approve', participationIds: asked });
});

test('guests: a guest can be added with a checked address, a role and a ticket', async () => {
  answer(addGuest, { message: 'Guest added successfully', data: guestView('Elspeth Ray') });
  await drawTab();
  await page.getByRole('button', { name: 'Add guest' }).click();
  const adding = dialog('Add guest');
  await adding.getByRole('textbox', { name: 'Email' }).fill('not an address');
  await adding.getByRole('button', { name: 'Add guest' }).click();
  await expect.element(adding.getByText('Email is not valid')).toBeVisible();
  await expectAccessible();
  await adding.getByRole('textbox', { name: 'Email' }).fill('elspeth@post.example');
  await adding.getByRole('textbox', { name: 'First name' }).fill('Elspeth');
  await adding.getByRole('combobox', { name: 'Ticket' }).click();
  await page.getByRole('option', { name: 'Bench 11' }).click();
  await adding.getByRole('button', { name: 'Add guest' }).click();
  await expect.element(page.getByText('Guest added successfully')).toBeVisible();
  expect(sent('POST')?.body).toMatchObject({ email: 'elspeth@post.example', role: 'guest', notifyUser: true });
});

test('guests: a person who is already on the list is refused at the address field', async () => {
  const message = 'This person is already on the list.';
  refuse(addGuest, { statusCode: 409, message, fields: { email: message } });
  await drawTab();
  await page.getByRole('button', { name: 'Add guest' }).click();
  await dialog('Add guest').getByRole('textbox', { name: 'Email' }).fill('ada-lowe@post.example');
  await dialog('Add guest').getByRole('button', { name: 'Add guest' }).click();
  await expect.element(dialog('Add guest').getByText(message)).toBeVisible();
  await expect.element(dialog('Add guest').getByRole('textbox', { name: 'Email' })).toBeInvalid();
});

test('guests: the export asks first, and says who is in the file and what it contains', async () => {
  await drawTab();
  await expect.element(rowOf('Ada Lowe')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const asks = dialog('Export the guest list?');
  await expect.element(asks).toMatchTextContent(/the 4 people shown here/);
  await expect.element(asks).toMatchTextContent(/It contains personal data/);
  await expectAccessible();
});

test('guests: the next page begins where the last one ended, and there is a way back', async () => {
  answer(listGuests, ({ cursor }) => ({
    data: [cursor === 'second' ? guestView('Ada Lowe') : guestView('Wren Halloran')],
    nextCursor: cursor === 'second' ? null : 'second',
    count: 51,
    counts: countsOf(guests),
  }));
  await drawTab();
  await expect.element(rowOf('Wren Halloran')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(rowOf('Ada Lowe')).toBeVisible();
  await expect.element(page.getByText('51–51 of 51')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.element(rowOf('Wren Halloran')).toBeVisible();
});

test('guests: where tickets are sold, what each has paid or still owes is beside it', async () => {
  const money = { currency: 'GBP', due: false, disputed: false };
  const ticket = { ticketId: crypto.randomUUID(), ticketName: 'Workshop pass' };
  guests = [
    guestView('Wren Halloran', { ...ticket, money: { ...money, amount: 1890 } }),
    guestView('Jun Park', { ...ticket, status: 'payment_pending', money: { ...money, amount: 1890, due: true } }),
    guestView('Ada Lowe', ticket),
  ];
  answer(listOrders, {
    ...{ data: [], nextCursor: null },
    sums: [{ currency: 'GBP', sold: 1890, fees: 90, refunded: 0, yours: 1800 } as OrderSums],
  });
  await drawTab({ ...event, stripe_account_id: 'acct_1' });
  await expect.element(page.getByText('Ticket sales')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Unpaid/ })).toBeInTheDocument();
  await expect.element(page.getByText('Payment pending').first()).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '£18.90', exact: true })).toBeVisible();
  await expect.element(page.getByText('£18.90 due')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Ada Lowe/ }).getByText('Free')).toBeInTheDocument();
});
