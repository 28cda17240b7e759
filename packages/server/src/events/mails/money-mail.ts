import type { EmailText, MailParts } from './texts-mail.ts';

/** What emails about money say. */
export const MONEY_TEXTS: Readonly<Record<string, (parts: MailParts) => EmailText>> = {
  paid_too_late: ({ event, note }) => ({
    subject: `Your payment goes back to you: ${event.name}`,
    heading: 'Your payment came too late',
    paragraphs: [
      `Your place at ${event.name} was no longer held, and nobody could be let in any more. You get all of ${note.sum ?? 'it'} back, usually within ten days.`,
    ],
    button: 'Open the event',
    because: 'you paid for a ticket for',
  }),
  hold_lapsed: ({ event }) => ({
    subject: `Your ticket isn’t paid yet: ${event.name}`,
    heading: `Your place at ${event.name} is no longer held`,
    paragraphs: ['You started to buy a ticket and didn’t pay in time. You can try again as long as there are tickets.'],
    button: 'Try again',
    because: 'you started to buy a ticket for',
  }),
  refunded: ({ event, note }) => ({
    subject: `Money goes back to you: ${event.name}`,
    heading: `You get ${note.sum ?? 'money'} back`,
    paragraphs: [
      `The hosts of ${event.name} are giving back ${note.sum ?? 'what you paid'}. It goes the way you paid it, and usually arrives within ten days.`,
      ...(note.ended ? ['Your registration has ended with it, and your ticket is no longer valid.'] : []),
      ...(note.reason ? [`They write: “${note.reason}”`] : []),
    ],
    button: 'Open the event',
    because: 'you bought a ticket for',
  }),
  payment_taken_back: ({ event, note }) => ({
    subject: `Your registration has ended: ${event.name}`,
    heading: 'The payment for your place was taken back',
    paragraphs: [
      `The bank has returned ${note.sum ?? 'the money'} that was paid for your place at ${event.name}. Your registration has ended with it, and your ticket is no longer valid.`,
    ],
    button: 'Open the event',
    because: 'you had a ticket for',
  }),
  disputed: ({ event, note }) => ({
    subject: `A payment is disputed: ${event.name}`,
    heading: `${note.name || 'A buyer'} disputes a payment`,
    paragraphs: [
      `${note.name || 'A buyer'} has asked their bank to take back ${note.sum ?? 'a payment'} for ${event.name}. The bank keeps the money until it has decided, and it cannot be refunded meanwhile.`,
      'You can answer the bank in your account at Stripe, which also says until when.',
    ],
    button: 'See the orders',
    tab: 'tickets',
    because: 'you host',
  }),
  dispute_won: ({ event, note }) => ({
    subject: `A dispute is won: ${event.name}`,
    heading: `${note.sum ?? 'The money'} is yours again`,
    paragraphs: [
      `The bank of ${note.name || 'a buyer'} has decided for you: what was paid for ${event.name} is on your account again.`,
    ],
    button: 'See the orders',
    tab: 'tickets',
    because: 'you host',
  }),
  dispute_lost: ({ event, note }) => ({
    subject: `A dispute is lost: ${event.name}`,
    heading: `${note.sum ?? 'The money'} goes back to ${note.name || 'a buyer'}`,
    paragraphs: [
      `The bank of ${note.name || 'a buyer'} has decided for them. The registration at ${event.name} that was paid for with it has ended.`,
    ],
    button: 'See the orders',
    tab: 'tickets',
    because: 'you host',
  }),
  account_changed: ({ event, note }) => ({
    subject: `Payments go to another account: ${event.name}`,
    heading: `${note.name || 'A host'} has changed where payments go`,
    paragraphs: [
      `What is sold for ${event.name} from now on is paid to the Stripe account of ${note.name || 'another host'}. Refunds of earlier sales still go through the account that was paid.`,
    ],
    button: 'See the tickets',
    tab: 'tickets',
    because: 'you host',
  }),
};
