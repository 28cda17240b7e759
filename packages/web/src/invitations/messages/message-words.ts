import type { Audience, MessagePreview, MessageStatus } from '@folkmoot/contract/invitations/messages-schema.ts';
import type { Question } from '@folkmoot/contract/questionnaires/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { STATUS_WORDS } from '../../registrations/labels.ts';

/** Statuses that a message can go to, in the order in which they are offered. */
export const STATUSES: readonly MessageStatus[] = [
  'going',
  'requested',
  'waitlisted',
  'offered',
  'invited',
  'not_going',
];

/** `Going, Waiting list`, with what else was asked for: whom a message goes to. */
export function audienceWords(
  { status, ticketId, attendance, question, option }: Audience,
  { tickets, questions }: { tickets: readonly TicketView[]; questions: readonly Question[] },
): string {
  const asked = questions.find(({ question_id }) => question_id === question);
  const chosen = asked?.choices.find(({ option_id }) => option_id === option);
  return [
    status.map((one) => STATUS_WORDS[one].word).join(', '),
    ticketId ? (tickets.find(({ id }) => id === ticketId)?.name ?? 'One ticket') : '',
    attendance ? (attendance === 'came' ? 'Checked in' : 'Not checked in') : '',
    question ? [asked?.question ?? 'An answer', chosen?.option_text ?? ''].filter(Boolean).join(' ') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** `12 guests`. */
export const guestsIn = (count: number) => (count === 1 ? '1 guest' : `${count.toLocaleString('en')} guests`);

/** Why guests who fit get nothing: undefined if all do. */
export function leftOut({ skipped: { unconfirmed, unreachable } }: MessagePreview): string | undefined {
  const parts = [
    unconfirmed > 0 ? `${guestsIn(unconfirmed)} who haven’t confirmed their registration themselves` : '',
    unreachable > 0 ? `${guestsIn(unreachable)} who can’t be reached` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : `Left out: ${new Intl.ListFormat('en-GB').format(parts)}.`;
}
