import { getAdmission, listAdmissions, passOn } from '@folkmoot/contract/admission/api.ts';
import { type AdmissionView, refusals } from '@folkmoot/contract/admission/schema.ts';
import {
  correctAddress,
  declineParticipation,
  getOwnParticipation,
  sendConfirmation,
} from '@folkmoot/contract/registrations/api.ts';
import { refusals as registrations } from '@folkmoot/contract/registrations/schema.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../test/answers.ts';
import { draw, expectAccessible, expectFocusReturned, openDialog } from '../../test/draw.tsx';
import { eventView } from '../../test/events.ts';
import { participationView } from '../../test/registrations.ts';
import { TicketDialog } from './TicketDialog.tsx';
import { ViewTicket } from './ViewTicket.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';
const OWN = '0190a3b4-0000-7000-8000-0000000000aa';
const own = { participationId: OWN, role: 'guest', status: 'going' } as const;
const event = eventView({ name: 'Kiln opening', tint: 'woad', viewer: own });

const ticket = (fields: Partial<AdmissionView> = {}): AdmissionView => ({
  participationId: OWN,
  state: 'valid',
  code: 'QRTW-4867',
  jws: `${'a'.repeat(44)}.${'b'.repeat(86)}.${'c'.repeat(86)}`,
  name: 'Wren Halloran',
  ticketName: 'Day pass',
  paid: null,
  orderId: null,
  role: 'guest',
  checkedIn: false,
  canPassOn: true,
  event,
  ...fields,
});

const open = (props: { token?: string; as?: string | null; listed?: boolean } = {}) => {
  const { token, as = BEA, listed } = props;
  return openDialog(
    <TicketDialog eventId={event.id} participationId={OWN} token={token} tint="woad" {...(listed && { listed })} />,
    as === null ? {} : { as },
  );
};

const dialog = page.getByRole('dialog').first();
const qr = page.getByRole('img', { name: /^QR code of the ticket/ });
const button = (name: string) => page.getByRole('button', { name });

beforeEach(() => {
  answer(getOwnParticipation, { role: 'guest', data: participationView(), responses: [] });
  answer(getAdmission, ticket());
  answer(listAdmissions, { data: [], count: 0 });
});

test('ticket: it shows the codes, and what they are for', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'You’re going, Wren' })).toBeVisible();
  await expect.element(qr).toBeVisible();
  for (const text of ['QRTW-4867', 'Wren Halloran', 'Day pass', 'The Old Ropeworks', 'Kiln opening'])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expectFocusReturned();
});

test('ticket: one that was paid says what was paid', async () => {
  answer(getAdmission, ticket({ ticketName: 'Workshop pass', paid: { amount: 1890, currency: 'GBP' } }));
  await open();
  await expect.element(dialog.getByText('Workshop pass, £18.90 paid', { exact: true })).toBeVisible();
  await expectAccessible();
});

test.each([
  [390, 844],
  [1440, 900],
])(
  'ticket: at %i × %i its QR code is large enough to scan, and dark on white in either colour scheme',
  async (w, h) => {
    await page.viewport(w, h);
    const data = participationView({ email: 'vi@visitor.example', confirmed: false });
    answer(getOwnParticipation, { role: 'guest', data, responses: [] });
    answer(getAdmission, ticket({ event: { ...event, name: 'Midsummer Moot & Makers’ Fair at the Old Ropeworks' } }));
    await open({ token: 'typed', as: null });
    await expect.element(dialog.getByText('Confirm your address')).toBeVisible();
    await expect.element(qr).toBeVisible();
    // 61 dots and four of white at each side: three pixels for each at least.
    expect(qr.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(69 * 3);
    const [ground, dots] = [...qr.element().querySelectorAll('path')].map((path) => path.getAttribute('fill'));
    expect([ground, dots]).toEqual(['#fff', '#000']);
    // All of it is seen without scrolling, however much has to be confirmed, under a long name.
    expect(qr.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(h);
    const [heading, card] = [page.getByRole('heading', { level: 2 }).first(), page.getByRole('article')].map((one) =>
      one.element().getBoundingClientRect(),
    );
    if (w > 1000) expect(card?.left).toBeGreaterThanOrEqual(heading?.right ?? 0);
    else expect(card?.top).toBeGreaterThanOrEqual(heading?.bottom ?? 0);
    const { top, left, width, height } = dialog.element().getBoundingClientRect();
    expect([top, left, width, height]).toEqual([0, 0, w, h]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(w);
    await page.viewport(720, 900);
  },
);

test.each([
  ['over', 'You were there', 'This event is over, so the ticket no longer has a code.'],
  ['cancelled', 'Cancelled', 'This event was cancelled, so the ticket is not valid.'],
] as const)('ticket: of an event that is %s it has no code', async (state, title, said) => {
  answer(getAdmission, ticket({ state, jws: null, canPassOn: false }));
  await open();
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByText(said)).toBeVisible();
  expect(qr.elements()).toEqual([]);
  expect(page.getByText('QRTW-4867').elements()).toEqual([]);
  expect(button('Pass on').elements()).toEqual([]);
  await expectAccessible();
});

test('ticket: one that could not be loaded can be loaded again', async () => {
  breakDown(getAdmission);
  await open();
  await expect.element(page.getByText('Could not load the ticket.')).toBeVisible();
  await expectAccessible();
  answer(getAdmission, ticket());
  await button('Try again').click();
  await expect.element(qr).toBeVisible();
});

test('ticket: where there is none, it says why', async () => {
  refuse(getAdmission, { statusCode: 409, ...refusals.noTicket });
  await open();
  await expect.element(page.getByText(refusals.noTicket.message)).toBeVisible();
});

test('ticket: a visitor gets the PDF as a link with the token of the email', async () => {
  await open({ token: 'a~b', as: null });
  const link = page.getByRole('link', { name: 'Download PDF' });
  await expect.element(link).toBeVisible();
  expect(link.element().getAttribute('href')).toBe(
    `/api/v1/events/${event.id}/participations/${OWN}/ticket.pdf?token=a~b`,
  );
});

test('ticket: it leads to calendars, to sharing, and back', async () => {
  await open();
  await button('Add to calendar').click();
  await expect.element(page.getByRole('dialog', { name: 'Add to calendar' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(1);
  await button('Tell a friend').click();
  await expect.element(page.getByRole('dialog', { name: 'Share Kiln opening' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button('Back to the event page').click();
  await expectFocusReturned();
});

test('pass on: it asks for whom, says what is refused at its field, and closes the ticket', async () => {
  refuse(passOn, { statusCode: 409, ...refusals.cannotReceive, fields: { email: refusals.cannotReceive.message } });
  await open();
  await button('Pass on').click();
  const form = page.getByRole('dialog', { name: 'Pass on your place' });
  await form.getByRole('button', { name: 'Pass on' }).click();
  await expect.element(form.getByText('Email is not valid')).toBeVisible();
  await expect.element(form.getByText('First name is required.')).toBeVisible();
  await expectAccessible();
  await form.getByRole('textbox', { name: 'Their email' }).fill('kofi@post.example');
  await form.getByRole('textbox', { name: 'First name' }).fill('Kofi');
  await form.getByRole('button', { name: 'Pass on' }).click();
  await expect.element(form.getByText(refusals.cannotReceive.message).first()).toBeVisible();
  answer(passOn, { message: 'Your place now belongs to Kofi.' });
  await form.getByRole('textbox', { name: 'Their email' }).fill('kofi@other.example');
  await form.getByRole('button', { name: 'Pass on' }).click();
  await expectFocusReturned();
  await expect.element(page.getByText('Your place now belongs to Kofi.')).toBeVisible();
  const [, sent] = calls.filter(({ path }) => path.endsWith('/pass-on'));
  expect(sent?.body).toEqual({ email: 'kofi@other.example', firstName: 'Kofi', lastName: '' });
});

test('pass on: it is not offered where it is not possible', async () => {
  answer(getAdmission, ticket({ canPassOn: false }));
  await open();
  await expect.element(qr).toBeVisible();
  expect(button('Pass on').elements()).toEqual([]);
});

test.each([
  ['a guest', {}, 1],
  ['a featured guest', { role: 'featured_guest' }, 1],
  ['a host', { role: 'host' }, 0],
  ['somebody who waits', { status: 'waitlisted' }, 0],
  ['a visitor', { participationId: null, role: null, status: null }, 0],
] as const)('view ticket: %s', async (_, viewer, buttons) => {
  const seen = eventView({ viewer: { ...own, ...viewer } });
  const { container } = await draw(<ViewTicket event={seen} token={undefined} fresh />, { as: BEA });
  await expect.poll(() => container.isConnected).toBe(true);
  await expect.poll(() => button('View ticket').elements().length).toBe(buttons);
});

test('view ticket: a link in an email opens it', async () => {
  await draw(<ViewTicket event={event} token={undefined} fresh />, { as: BEA, path: '/kiln-opening#ticket' });
  await expect.element(qr).toBeVisible();
});

test.each([undefined, 'emailed'])('ticket: the invoice of one that you paid for (by the token %s)', async (token) => {
  const orderId = '0190a3b4-0000-7000-8000-0000000000cc';
  answer(getAdmission, ticket({ paid: { amount: 1890, currency: 'GBP' }, orderId }));
  await open(token === undefined ? {} : { token, as: null });
  const query = token === undefined ? '' : `?token=${token}`;
  const invoice = page.getByRole('link', { name: 'Invoice' });
  await expect.element(invoice).toHaveAttribute('href', `/tickets/orders/${orderId}${query}`);
});

test('ticket: there is no invoice of what somebody else paid', async () => {
  answer(getAdmission, ticket({ paid: { amount: 1890, currency: 'GBP' } }));
  await open();
  await expect.element(qr).toBeVisible();
  expect(page.getByRole('link', { name: 'Invoice' }).elements()).toEqual([]);
});

test('ticket: a visitor who has typed their address is asked to confirm it, until they have', async () => {
  const data = participationView({ email: 'vi@visitor.example', confirmed: false });
  answer(getOwnParticipation, { role: 'guest', data, responses: [] });
  await open({ token: 'typed', as: null });
  await expect.element(dialog.getByText('Confirm your address')).toBeVisible();
  await expect.element(dialog.getByText(/^We wrote to vi@visitor\.example\./)).toBeVisible();
  // Nobody could answer an address that is not theirs.
  await expect.element(dialog.getByText('They answer by email, once you have confirmed your address.')).toBeVisible();
  expect(button('Ask a question').elements()).toEqual([]);
  await expectAccessible();
});

test('ticket: an address that the link of an email has just confirmed is said to be', async () => {
  const data = participationView({ email: 'vi@visitor.example', confirmed: true });
  answer(getOwnParticipation, { role: 'guest', data, responses: [], proved: true });
  await open({ token: 'linked', as: null });
  await expect
    .element(dialog.getByText('Your address is confirmed. The hosts can reach you if plans change.'))
    .toBeVisible();
  await expect.element(button('Ask a question')).toBeVisible();
  await expectAccessible();
});

test('ticket: the email that confirms an address is sent again, and says if it was often', async () => {
  const data = participationView({ email: 'vi@visitor.example', confirmed: false });
  answer(getOwnParticipation, { role: 'guest', data, responses: [] });
  answer(sendConfirmation, { message: 'We are sending the email to vi@visitor.example again.' });
  await open({ token: 'typed', as: null });
  await button('Send it again').click();
  await expect.element(page.getByText('We are sending the email to vi@visitor.example again.')).toBeVisible();
  refuse(sendConfirmation, { statusCode: 429, ...registrations.sentOften });
  await button('Send it again').click();
  await expect.element(page.getByText(registrations.sentOften.message)).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/me/confirmation'))).toHaveLength(2);
});

test('ticket: a wrong address is corrected, and what is refused is at its field', async () => {
  const data = participationView({ email: 'vi@wrong.example', confirmed: false });
  answer(getOwnParticipation, { role: 'guest', data, responses: [] });
  await open({ token: 'typed', as: null });
  await button('Wrong address?').click();
  const form = page.getByRole('dialog', { name: 'Correct your address' });
  const email = form.getByRole('textbox', { name: 'Email' });
  await expect.element(email).toHaveValue('vi@wrong.example');
  await email.fill('vi@');
  await form.getByRole('button', { name: 'Correct and send' }).click();
  await expect.element(form.getByText('Enter an email address, like name@example.org.')).toBeVisible();
  await expectAccessible();
  refuse(correctAddress, { statusCode: 429, ...registrations.correctedOften });
  await email.fill('vi@right.example');
  await form.getByRole('button', { name: 'Correct and send' }).click();
  await expect.element(form.getByText(registrations.correctedOften.message)).toBeVisible();
  const right = participationView({ email: 'vi@right.example', confirmed: false });
  answer(correctAddress, { message: 'We are sending the email to vi@right.example.', data: right });
  answer(getOwnParticipation, { role: 'guest', data: right, responses: [] });
  answer(getAdmission, ticket({ code: 'NEWC-0001' }));
  await form.getByRole('button', { name: 'Correct and send' }).click();
  await expect.element(dialog.getByText(/^We wrote to vi@right\.example\./)).toBeVisible();
  // Its code is another one.
  await expect.element(dialog.getByText('NEWC-0001')).toBeVisible();
});

test('ticket: somebody without an account asks the hosts, makes an account, or gives the place back', async () => {
  answer(getOwnParticipation, { role: 'guest', data: participationView({ confirmed: true }), responses: [] });
  answer(declineParticipation, { message: 'Event registration declined', refund: null });
  await open({ token: 'emailed', as: null });
  await button('Ask a question').click();
  await expect.element(page.getByRole('dialog', { name: 'Contact the hosts' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByRole('link', { name: 'Make an account' }))
    .toHaveAttribute('href', `/sign-up?next=${encodeURIComponent('/kiln-opening')}`);
  await button('Give your place back').click();
  await page.getByRole('button', { name: 'Cancel registration' }).click();
  await expect.element(page.getByText('Event registration declined')).toBeVisible();
  await expectFocusReturned();
  expect(calls.findLast(({ method }) => method === 'DELETE')?.path).toMatch(new RegExp(`/participations/${OWN}$`));
});

test.each([
  [null, true, 'They get their own ticket.'],
  [40, true, '40 places are left. They get their own ticket.'],
  [1, true, '1 place is left. They get their own ticket.'],
  [0, true, 'Every place is taken. They can join the waiting list.'],
  [0, false, 'Every place is taken.'],
])('ticket: with %s places left (waiting list: %s) a friend reads “%s”', async (seatsLeft, waitlist, said) => {
  answer(getAdmission, ticket({ event: { ...event, seatsLeft, waitlist } }));
  await open();
  await expect.element(dialog.getByText(said, { exact: true })).toBeVisible();
});
