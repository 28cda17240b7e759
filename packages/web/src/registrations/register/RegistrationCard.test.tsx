import { declineParticipation, register } from '@folkmoot/contract/registrations/api.ts';
import { listPublicTickets, listTickets } from '@folkmoot/contract/tickets/api.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView, ticketsPage, ticketView } from '../../../test/events.ts';
import { participationView } from '../../../test/registrations.ts';
import { refreshEvent } from '../../events/queries.ts';
import { RegistrationCard } from './RegistrationCard.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';
const own = { participationId: '0190a3b4-0000-7000-8000-0000000000aa', role: 'guest' } as const;

function sells(...tickets: TicketView[]): void {
  for (const endpoint of [listTickets, listPublicTickets]) answer(endpoint, ticketsPage(tickets));
}

const card = (event: ReturnType<typeof eventView>, as: string | null = BEA, path = '/') =>
  draw(<RegistrationCard event={event} token={undefined} fresh />, as === null ? { path } : { as, path });

beforeEach(() => sells());
afterEach(() => vi.restoreAllMocks());

describe('the registration card', () => {
  test.each([
    ['an open event', {}, 'Register'],
    ['an event where hosts approve guests', { require_approval: true }, 'Ask to join'],
    ['a full event with a waiting list', { capacity: 2, seatsLeft: 0, goingCount: 2 }, 'Join the waiting list'],
  ])('registration card: for %s it offers the button %s', async (_, fields, verb) => {
    await card(eventView(fields));
    await expect.element(page.getByRole('button', { name: verb }).first()).toBeEnabled();
    await expectAccessible();
  });

  test('registration card: on a phone, whose bar has the button, there is no card with nothing but a title', async () => {
    await page.viewport(390, 844);
    const title = page.getByRole('heading', { name: 'Registration' });
    await card(eventView());
    await expect.element(page.getByRole('button', { name: 'Register' })).toBeVisible();
    await expect.poll(() => title.elements()).toEqual([]);
    await page.viewport(1440, 900);
    await expect.element(title).toBeVisible();
  });

  test('registration card: on a phone, what is said of registration stays', async () => {
    await page.viewport(390, 844);
    await card(eventView({ require_approval: true }));
    await expect.element(page.getByText('The hosts review each request.')).toBeVisible();
    await page.viewport(1440, 900);
  });

  test('registration card: while it is open whom a registration would be for, none is offered', async () => {
    await draw(<RegistrationCard event={eventView({ goingCount: 2 })} token="t" fresh={false} held />);
    await expect.element(page.getByText('2 going')).toBeVisible();
    expect(page.getByRole('heading', { name: 'Registration' }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: 'Register' }).elements()).toEqual([]);
  });

  test.each([null, 'requested', 'not_going'] as const)(
    'registration card: who uses an invitation to another address (%s before) needs no approval',
    async (status) => {
      const viewer = status === null ? {} : { ...own, status };
      await draw(<RegistrationCard event={eventView({ require_approval: true, viewer })} token="t" fresh invited />);
      await expect.element(page.getByRole('button', { name: 'Register' }).first()).toBeEnabled();
    },
  );

  test('registration card: a person whom the hosts let in before registers again without asking', async () => {
    const viewer = { ...own, status: 'not_going', approved: true } as const;
    await card(eventView({ require_approval: true, viewer }));
    await expect.element(page.getByRole('button', { name: 'Register' }).first()).toBeEnabled();
    expect(page.getByText('The hosts review each request.').elements()).toEqual([]);
    expect(page.getByRole('button', { name: 'Ask to join' }).elements()).toEqual([]);
  });

  test.each([
    ['cancelled', { status: 'cancelled' }, 'This event was cancelled.'],
    ['a draft', { status: 'draft' }, 'People can register once the event is published.'],
    ['over', { start_epoc: 1_600_000_000, end_epoc: 1_600_007_200 }, /over|ended/i],
    ['full without a waiting list', { capacity: 2, seatsLeft: 0, goingCount: 2, waitlist: false }, /full|taken/i],
    ['not open yet', { registration_opens_epoc: Math.floor(Date.now() / 1000) + 3600 }, /^Registration opens on /],
    ['already closed', { registration_closes_epoc: 1_600_000_000 }, /^Registration closed on /],
  ] as const)(
    'registration card: an event that is %s says why nobody can register, and has no button',
    async (_, fields, sentence) => {
      await card(eventView(fields as never));
      await expect.element(page.getByText(sentence).first()).toBeVisible();
      expect(page.getByRole('button', { name: /Register|Ask to join|waiting list/ }).elements()).toEqual([]);
      await expectAccessible();
    },
  );

  test.each([
    ['going', 'You are going', 'Cancel registration'],
    ['requested', 'Request sent', 'Withdraw request'],
    ['waitlisted', 'You are on the waiting list', 'Leave the waiting list'],
    ['offered', 'A spot is held for you', 'Give up the spot'],
  ] as const)(
    'registration card: a person who is %s sees their status, and the way out',
    async (status, title, way) => {
      const later = Math.floor(Date.now() / 1000) + 3600;
      await card(eventView({ viewer: { ...own, status, waitlistPosition: 3, offer_expires_epoc: later } }));
      await expect.element(page.getByText(title)).toBeVisible();
      await expect.element(page.getByRole('button', { name: way })).toBeVisible();
      if (status === 'waitlisted') await expect.element(page.getByText(/Your position: 3\./)).toBeVisible();
      await expectAccessible();
    },
  );

  test.each(['going', 'requested', 'waitlisted', 'offered'] as const)(
    'registration card: a person who is %s sees which ticket it is for',
    async (status) => {
      await card(eventView({ viewer: { ...own, status, ticketName: 'Workshop pass' } }));
      await expect.element(page.getByText('Ticket: Workshop pass')).toBeVisible();
    },
  );

  test('registration card: people who are going are offered to add the event to their calendar', async () => {
    await card(eventView({ viewer: { ...own, status: 'going' } }));
    await page.getByRole('button', { name: 'Add to your calendar' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Add to calendar' })).toBeVisible();
  });

  test.each([
    [148, 188, []],
    [18, 188, ['18 spots left']],
    [5, 10, ['5 spots left']],
    [1, 10, ['1 spot left']],
    [0, 10, ['Full']],
  ])(
    'registration card: with %d of %d spots left it says so only if they are few',
    async (seatsLeft, capacity, said) => {
      await card(eventView({ capacity, seatsLeft, goingCount: capacity - seatsLeft }));
      await expect.element(page.getByText(`${capacity - seatsLeft} going`)).toBeVisible();
      const shown = page.getByText(/^(Full|[\d,]+ spots? left)$/).elements();
      expect(shown.map(({ textContent }) => textContent)).toEqual(said);
    },
  );

  test.each([
    ['is over', { start_epoc: 1_600_000_000, end_epoc: 1_600_007_200 }],
    ['was cancelled', { status: 'cancelled' as const }],
  ])(
    'registration card: where an event %s nobody is hurried, and nobody is said to go or to have come',
    async (_, fields) => {
      await card(eventView({ ...fields, capacity: 8, seatsLeft: 1, goingCount: 7 }));
      await expect.element(page.getByText('7 signed up')).toBeVisible();
      expect(page.getByText(/left/).elements()).toEqual([]);
    },
  );

  test('registration card: the guests can be seen where there is somebody to see', async () => {
    const see = page.getByRole('button', { name: 'See guests' });
    await card(eventView({ goingCount: 1 }));
    await expect.element(page.getByText('1 going')).toBeVisible();
    expect(see.elements()).toEqual([]);
    const ada = { id: crypto.randomUUID(), firstName: 'Ada', lastName: 'Lowe', username: 'ada', imageUrl: null };
    await card(eventView({ goingCount: 2, faces: [ada] }));
    await expect.element(see).toBeVisible();
  });

  test('registration card: an event on another site has a link to its page, and no button of its own', async () => {
    await card(eventView({ type: 'external', event_url: 'https://moot.example/far' }));
    const there = page.getByRole('link', { name: 'Register on moot.example' });
    await expect.element(there.first()).toBeVisible();
    for (const link of there.elements()) expect(link.getAttribute('href')).toBe('https://moot.example/far');
    expect(page.getByRole('button', { name: 'Register' }).elements()).toEqual([]);
    await expectAccessible();
  });

  test.each([
    ['a desk', 1440, 900],
    ['a phone', 390, 844],
  ])('registration card: there is one button to register on %s', async (_, width, height) => {
    await page.viewport(width, height);
    await card(eventView());
    await expect.element(page.getByRole('button', { name: 'Register', exact: true })).toBeVisible();
    await expectAccessible();
    await page.viewport(1440, 900);
  });

  test('registration card: the link of an email to cancel opens the question', async () => {
    await card(eventView({ viewer: { ...own, status: 'going' } }), BEA, '/kiln-opening#cancel');
    await expect.element(page.getByRole('dialog', { name: 'Cancel your registration?' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  });

  test('registration card: the link in a letter of invitation to decline it opens the question', async () => {
    answer(declineParticipation, { message: 'Event registration declined', refund: null });
    await card(eventView({ viewer: { ...own, status: 'invited' } }), undefined, '/kiln-opening#cancel');
    const dialog = page.getByRole('dialog', { name: 'Decline the invitation?' });
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect.poll(() => calls.some(({ path }) => path.endsWith(own.participationId))).toBe(true);
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  });

  test('registration card: the same link opens nothing for somebody who is not on the list', async () => {
    await card(eventView(), BEA, '/kiln-opening#cancel');
    await expect.element(page.getByRole('button', { name: 'Register', exact: true }).first()).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  test('registration card: editing the answers is offered if there are questions', async () => {
    await card(eventView({ hasQuestions: true, viewer: { ...own, status: 'going' } }));
    await expect.element(page.getByRole('button', { name: 'Edit answers' })).toBeVisible();
  });

  test('registration card: one press registers a member for the chosen ticket and shows the server’s sentence', async () => {
    const [day, shop] = [ticketView(), ticketView({ name: 'Workshop pass', capacity: 12, left: 2, taken: 10 })];
    sells(day, shop);
    answer(register, { message: 'See you there.', status: 'going', data: participationView() });
    await card(eventView());
    await expect.element(page.getByText('2 left')).toBeVisible();
    await page.getByRole('radio', { name: /Workshop pass/ }).click();
    await page.getByRole('button', { name: 'Register' }).first().click();
    await expect.element(page.getByText('See you there.')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/register'))?.body).toMatchObject({ ticketId: shop.id });
  });

  test('registration card: a refused registration says why, and can be tried again', async () => {
    refuse(register, { statusCode: 409, message: 'Every spot is taken.' });
    await card(eventView());
    await page.getByRole('button', { name: 'Register' }).first().click();
    await expect.element(page.getByText('Every spot is taken.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Register' }).first()).toBeEnabled();
  });

  test('registration card: a sold-out ticket is disabled if there is no waiting list', async () => {
    sells(ticketView({ name: 'Sold', capacity: 1, left: 0, taken: 1 }), ticketView({ name: 'Free' }));
    await card(eventView({ waitlist: false }));
    await expect.element(page.getByRole('radio', { name: /Sold/ })).toBeDisabled();
    await expect.element(page.getByText('Every spot is taken')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /^Free/ })).toBeChecked();
  });

  test('registration card: cancelling a registration asks first', async () => {
    answer(declineParticipation, { message: 'Event registration declined', refund: null });
    await card(eventView({ viewer: { ...own, status: 'going' } }));
    await page.getByRole('button', { name: 'Cancel registration' }).click();
    const asks = page.getByRole('dialog');
    await expect.element(asks).toBeVisible();
    await expectAccessible();
    await asks.getByRole('button', { name: 'Cancel registration' }).click();
    await expect.element(page.getByText('Event registration declined')).toBeVisible();
  });

  test.each([
    [1890, 'Event registration declined. £18.90 will go back the way you paid.'],
    [0, 'Event registration declined'],
  ])('registration card: of a refund of %i pence it is said exactly what goes back', async (amount, said) => {
    answer(declineParticipation, { message: 'Event registration declined', refund: { amount, currency: 'GBP' } });
    await card(eventView({ viewer: { ...own, status: 'going' } }));
    await page.getByRole('button', { name: 'Cancel registration' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
    await expect.element(page.getByText(said, { exact: true })).toBeVisible();
  });

  test('registration card: the button has focus again when a registration is kept after all', async () => {
    await card(eventView({ viewer: { ...own, status: 'going' } }));
    const cancel = page.getByRole('button', { name: 'Cancel registration' });
    await expect.element(cancel).toBeVisible();
    (cancel.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    await expect.element(cancel).toHaveFocus();
  });

  test('registration card: a ticket can be chosen with the arrow keys', async () => {
    sells(ticketView(), ticketView({ name: 'Workshop pass' }));
    await card(eventView());
    await expect.element(page.getByRole('radio', { name: /Day pass/ })).toBeChecked();
    (page.getByRole('radio', { name: /Day pass/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('radio', { name: /Workshop pass/ })).toBeChecked();
  });

  test('registration card: ten tickets are shown, and the rest on request', async () => {
    const tickets = Array.from({ length: 12 }, (_, at) => ticketView({ name: `Bench ${at + 1}` }));
    for (const endpoint of [listTickets, listPublicTickets])
      answer(endpoint, ({ page: at = 1 }) => ticketsPage(tickets.slice((Number(at) - 1) * 10, Number(at) * 10), 12));
    await card(eventView());
    await expect.poll(() => page.getByRole('radio').elements().length).toBe(10);
    await page.getByRole('button', { name: 'More tickets' }).click();
    await expect.poll(() => page.getByRole('radio').elements().length).toBe(12);
    expect(page.getByRole('button', { name: 'More tickets' }).elements()).toEqual([]);
    await page.getByText('Bench 12').click();
    await expect.element(page.getByRole('radio', { name: /^Bench 12/ })).toBeChecked();
    await expectAccessible();
  });

  test('registration card: the rest of the tickets comes, even if the event changes at the same moment', async () => {
    const tickets = Array.from({ length: 12 }, (_, at) => ticketView({ name: `Bench ${at + 1}` }));
    const event = eventView();
    for (const endpoint of [listTickets, listPublicTickets])
      answer(endpoint, ({ page: at = 1 }) => ticketsPage(tickets.slice((Number(at) - 1) * 10, Number(at) * 10), 12));
    await card(event);
    await expect.poll(() => page.getByRole('radio').elements().length).toBe(10);
    (page.getByRole('button', { name: 'More tickets' }).element() as HTMLElement).click();
    refreshEvent(event.id);
    await expect.poll(() => page.getByRole('radio').elements().length).toBe(12);
  });

  test('registration card: a visitor is asked for a name and an address', async () => {
    await card(eventView(), null);
    await page.getByRole('button', { name: 'Register' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Registration' });
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expect.element(dialog.getByText('First name is required.')).toBeVisible();
    await expectAccessible();
  });

  test('registration card: a visitor who has registered has their ticket at once, with the token of their place', async () => {
    const data = participationView({ status: 'going', confirmed: false });
    answer(register, { message: 'Event registration accepted', status: 'going', data, token: 'theirs' });
    const [onOwn, onPaid] = [vi.fn(), vi.fn()];
    await draw(<RegistrationCard event={eventView()} token={undefined} fresh onOwn={onOwn} onPaid={onPaid} />);
    await page.getByRole('button', { name: 'Register' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Registration' });
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Vi');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('vi@visitor.example');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expect.poll(() => onPaid.mock.calls).toEqual([[data.participationId, 'theirs']]);
    expect(onOwn.mock.calls).toEqual([['theirs']]);
  });

  test('registration card: an invited person without an account has their ticket at once, by the link of their email', async () => {
    const data = participationView({ status: 'going' });
    answer(register, { message: 'Event registration accepted', status: 'going', data });
    const onPaid = vi.fn();
    const event = eventView({ viewer: { ...own, status: 'invited' } });
    await draw(<RegistrationCard event={event} token="link" fresh onOwn={vi.fn()} onPaid={onPaid} />);
    await page.getByRole('button', { name: 'Register' }).first().click();
    await expect.poll(() => onPaid.mock.calls).toEqual([[data.participationId, 'link']]);
  });
});

/** The card of somebody who registers while it is on the screen. */
function Registering() {
  const [going, setGoing] = useState(false);
  const event = going ? eventView({ viewer: { ...own, status: 'going' } }) : eventView();
  return (
    <>
      <button type="button" onClick={() => setGoing(true)}>
        It is done
      </button>
      <RegistrationCard event={event} token={undefined} fresh />
    </>
  );
}

describe('notifications after registering', () => {
  const offer = page.getByRole('region', { name: 'Notifications' });
  beforeEach(() => {
    localStorage.clear();
    vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
  });

  test('registration card: a person who has just registered is offered to hear of changes', async () => {
    await draw(<Registering />, { as: BEA });
    await expect.element(page.getByRole('button', { name: 'Register' }).first()).toBeEnabled();
    await page.getByRole('button', { name: 'It is done' }).click();
    await expect.element(offer.getByText(/^Hear of it at once if the time or place changes/)).toBeVisible();
    await expectAccessible();
  });

  test('registration card: a person who comes back to it is not', async () => {
    await card(eventView({ viewer: { ...own, status: 'going' } }));
    await expect.element(page.getByText('You are going')).toBeVisible();
    expect(offer.elements()).toEqual([]);
  });
});
