import type { EmailText, MailParts } from './texts-mail.ts';
import { moment } from './when-mail.ts';

/** What emails about money say. */
export const MONEY_TEXTS: Readonly<Record<string, (parts: MailParts) => EmailText>> = {
  paid_too_late: ({ event, note, whose }) => ({
    subject: `Your payment will be refunded: ${event.name}`,
    heading: 'Your payment came too late',
    paragraphs: [`${lateBecause(event, whose)} You will get all of ${note.sum ?? 'it'} back, usually within ten days.`],
    button: 'Open the event',
    because: 'you paid for a ticket for',
  }),
  hold_lapsed: ({ event }) => ({
    subject: `Your ticket isn’t paid for yet: ${event.name}`,
    heading: `Your place at ${event.name} is no longer held`,
    paragraphs: ['The time to pay for your ticket is over. You can try again while tickets last.'],
    button: 'Try again',
    because: 'you started to buy a ticket for',
  }),
  debit_failed: ({ event, note, whose }) => ({
    subject: `Your bank didn’t pay: ${event.name}`,
    heading: `Your payment for ${event.name} failed`,
    paragraphs: [
      `Your bank has refused the payment of ${note.sum ?? 'your ticket'}, so you have not been charged.`,
      ...(whose?.status === 'payment_pending' && whose.hold_expires_epoc !== null
        ? [
            `We’re holding your place until ${moment(whose.hold_expires_epoc, event.time_zone)}, so that you can pay another way.`,
          ]
        : []),
    ],
    button: 'Open the event',
    because: 'you are buying a ticket for',
  }),
  debit_not_paid: ({ event, note }) => ({
    subject: `A payment has failed: ${event.name}`,
    heading: `${note.name || 'A buyer'} has not paid ${note.sum ?? 'for a ticket'}`,
    paragraphs: [
      `Their bank has refused the payment of ${note.sum ?? 'a ticket'} for ${event.name}. They have been told.`,
      ...(note.until === undefined
        ? []
        : [
            `Their place is held until ${moment(note.until, event.time_zone)}, so that they can pay another way. After that, somebody else can have it.`,
          ]),
    ],
    button: 'See the guests',
    tab: 'guests',
    because: 'you host',
  }),
  refund_failed: ({ event, note }) => ({
    subject: `Your refund has not gone through: ${event.name}`,
    heading: `${note.sum ?? 'Your refund'} has not gone back to you`,
    paragraphs: [
      `Your bank or card did not take the refund of ${note.sum ?? 'your payment'} for ${event.name}. The money is still with the hosts, who have been told and can try again.`,
    ],
    button: 'Open the event',
    because: 'you bought a ticket for',
  }),
  refund_not_made: ({ event, note }) => ({
    subject: `A refund has failed: ${event.name}`,
    heading: `${note.name || 'A buyer'} has not got ${note.sum ?? 'a refund'} back`,
    paragraphs: [
      `The refund of ${note.sum ?? 'a payment'} for ${event.name} has failed, and the money is still in your Stripe account. You can try again in the Tickets tab, which says why it failed.`,
    ],
    button: 'See the orders',
    tab: 'tickets',
    because: 'you host',
  }),
  refunded: ({ event, note }) => ({
    subject: `Your refund: ${event.name}`,
    heading: `You are getting ${note.sum ?? 'money'} back`,
    paragraphs: [
      `The hosts of ${event.name} are refunding ${note.sum ?? 'what you paid'}. It goes back the way you paid, and usually arrives within ten days.`,
      ...(note.ended ? ['Your registration has ended, and your ticket is no longer valid.'] : []),
      ...(note.reason ? [`They write: “${note.reason}”`] : []),
    ],
    button: 'Open the event',
    because: 'you bought a ticket for',
  }),
  payment_taken_back: ({ event, note }) => ({
    subject: `Your registration has ended: ${event.name}`,
    heading: 'The payment for your place was taken back',
    paragraphs: [
      `The bank has returned the ${note.sum ?? 'money'} that was paid for your place at ${event.name}. Your registration has ended, and your ticket is no longer valid.`,
    ],
    button: 'Open the event',
    because: 'you had a ticket for',
  }),
  disputed: ({ event, note }) => ({
    subject: `Payment disputed: ${event.name}`,
    heading: `${note.name || 'A buyer'} disputes a payment`,
    paragraphs: [
      `${note.name || 'A buyer'} has asked their bank to take back ${note.sum ?? 'a payment'} for ${event.name}. The bank keeps the money until it has decided, and you cannot refund it until then.`,
      'You can answer the bank in your Stripe account, which also shows the deadline.',
    ],
    button: 'See the orders',
    tab: 'tickets',
    because: 'you host',
  }),
  dispute_won: ({ event, note }) => ({
    subject: `Dispute won: ${event.name}`,
    heading: `${note.sum ?? 'The money'} is yours again`,
    paragraphs: [
      `${bankOf(note.name)} has decided in your favour: the payment for ${event.name} is back in your account.`,
    ],
    button: 'See the orders',
    tab: 'tickets',
    because: 'you host',
  }),
  dispute_lost: ({ event, note }) => ({
    subject: `Dispute lost: ${event.name}`,
    heading: `${note.sum ?? 'The money'} goes back to ${note.name || 'a buyer'}`,
    paragraphs: [
      `${bankOf(note.name)} has decided in their favour. The registration for ${event.name} that this payment was for has ended.`,
    ],
    button: 'See the orders',
    tab: 'tickets',
    because: 'you host',
  }),
  account_changed: ({ event, note }) => ({
    subject: `Payments go to another account: ${event.name}`,
    heading: `${note.name || 'A host'} has changed where payments go`,
    paragraphs: [
      `From now on, sales for ${event.name} are paid to the Stripe account of ${note.name || 'another host'}. Refunds of earlier sales still go through the account that was paid.`,
    ],
    button: 'See the tickets',
    tab: 'tickets',
    because: 'you host',
  }),
  sales_stopped: ({ event, note, product }) => ({
    subject: `Ticket sales have stopped: ${event.name}`,
    heading: 'Ticket sales have stopped',
    paragraphs: [
      `${stopOf(note, product)} Nobody can buy a ticket for ${event.name} until that is solved. Tickets that were sold stay valid.`,
      note.mine
        ? 'The Tickets tab says what to do.'
        : `If that takes too long, you can have ${event.name} paid to your own account, in the Tickets tab.`,
    ],
    button: 'See the tickets',
    tab: 'tickets',
    because: 'you host',
  }),
};

/** Why money that came late led to no place. */
function lateBecause(event: MailParts['event'], whose: MailParts['whose']): string {
  if (event.status !== 'published') return `${event.name} was cancelled before your payment arrived.`;
  if (whose?.status === 'not_going')
    return `Your registration for ${event.name} had ended before your payment arrived.`;
  return `Your place at ${event.name} was no longer held, and no other was free.`;
}

/** Why nothing is sold any more. */
function stopOf({ why, mine, name }: MailParts['note'], product: string): string {
  const account = mine ? 'your Stripe account' : `the Stripe account of ${name || 'another host'}`;
  if (why === 'lost') return `${product} can no longer use ${account}.`;
  return why === 'disconnected'
    ? `${name || 'A host'} has disconnected the Stripe account that the event is paid to.`
    : `Stripe has paused payments to ${account}.`;
}

const bankOf = (name: string | undefined) => (name ? `${name}’s bank` : 'The buyer’s bank');
