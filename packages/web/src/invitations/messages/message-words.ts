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

const WHY = {
  unanswered: (one: boolean) =>
    `never answered and ${one ? 'is' : 'are'} no longer on the list. Invite ${one ? 'this person' : 'them'} again.`,
  unreachable: () =>
    'can’t be reached by email from here, for example because of an unsubscribed or closed address. Get in touch another way.',
} as const;

/** Who fits and gets nothing, why, and what a host can do about it: a sentence for each reason. */
export function leftOut({ skipped, leftOut: some }: MessagePreview): string[] {
  return (['unanswered', 'unreachable'] as const)
    .filter((reason) => skipped[reason] > 0)
    .map((reason) => {
      const names = some.filter((one) => one.reason === reason).map(({ name }) => name);
      const more = skipped[reason] - names.length;
      const list =
        more === 0 ? names : [...names, names.length === 0 ? guestsIn(more) : `${more.toLocaleString('en')} more`];
      return `Left out: ${new Intl.ListFormat('en-GB').format(list)} ${WHY[reason](skipped[reason] === 1)}`;
    });
}
