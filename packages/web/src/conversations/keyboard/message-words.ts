import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { JOINS, type JoinLine } from '@folkmoot/contract/communities/schema.ts';
import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import type { AuthorView, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import type { Pending } from '../outbox/outbox.ts';
import { dayLabel, type ListItem } from '../timeline/list-items.ts';

type People = ReadonlyMap<string, AuthorView>;

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** The time of day where the reader is. */
export function timeOfDay(at: string): string {
  return TIME.format(new Date(at));
}

/** The same without AM or PM, for the narrow gutter. */
export function shortClock(at: string): string {
  return TIME.formatToParts(new Date(at))
    .filter((part) => part.type !== 'dayPeriod')
    .map((part) => part.value)
    .join('')
    .trim();
}

export function nameOf(author: AuthorView | undefined): string {
  return author ? fullName(author) : 'Deleted member';
}

/** What is said of a message that gets the focus: everything that is seen of it, in plain words. */
export function messageWords(message: MessageView, people: People, deleted = 1): string {
  const { replyTo, createdAt, editedAt, pinnedAt, reactions, thread } = message;
  const to = replyTo ? `, in reply to ${nameOf(people.get(replyTo.authorId ?? ''))}` : '';
  const when = [timeOfDay(createdAt), editedAt && 'edited', pinnedAt && 'pinned'].filter(Boolean).join(', ');
  const said = `${nameOf(people.get(message.authorId ?? ''))}${to}: ${message.deletedAt ? deletedWords(deleted) : contentWords(message, people)}`;
  const reacted = reactions.map(({ emoji, count, mine }) => `${emoji} ${count}${mine ? ' with yours' : ''}`).join(', ');
  const replies = thread && (thread.count === 1 ? '1 reply' : `${thread.count.toLocaleString()} replies`);
  return sentences([said, when, reacted && `Reactions: ${reacted}`, replies]);
}

/** What is left of messages that were deleted, one after the other. */
export function deletedWords(count: number): string {
  return count === 1 ? 'This message was deleted.' : `${count.toLocaleString()} messages were deleted.`;
}

/** What is said of a message that arrives. */
export function arrivalWords(message: MessageView, author: AuthorView, people: People): string {
  return `${fullName(author)}: ${contentWords(message, people)}`;
}

/** What is said of a message that is not sent yet. */
export function pendingWords({ text, attachments, waitsFor, failed }: Pending, people: People): string {
  const words = quoteWords({ text, attachments: attachments.length + waitsFor.length }, people);
  return sentences([`Your unsent message: ${words}`, failed]);
}

/** Who joined: `Mara Oduya and Tom Reed joined`, `You joined`, or with how many others. */
export function joinWords({ people, count }: JoinLine, me: string): string {
  const names = people.map((person) => (person.id === me ? 'you' : fullName(person)));
  const others = count - names.length;
  if (count >= JOINS.counted) names.push('many others');
  else if (others > 0) names.push(others === 1 ? '1 other' : `${others.toLocaleString()} others`);
  const words = `${new Intl.ListFormat('en-GB').format(names)} joined`;
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** The lines between the last message and the one at `index`: a day, and where the unread ones begin. */
export function linesBefore(rows: readonly ListItem[], index: number, now: Date): string {
  const lines: string[] = [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'day') lines.unshift(dayLabel(row.at, now));
    else if (row?.kind === 'unread') lines.unshift('New messages');
    else break;
  }
  return sentences(lines);
}

function contentWords({ text, attachments, hidden, deletedAt }: MessageView, people: People): string {
  if (deletedAt) return deletedWords(1);
  if (hidden) return 'You have blocked this person.';
  const files = attachments.map(({ alt, fileName }) => alt || fileName).join(', ');
  return sentences([text && quoteWords({ text, attachments: 0 }, people), files]);
}

/** One after the other, each with its full stop. */
function sentences(parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => !!part)
    .map((part) => (/[\p{P}]$/u.test(part ?? '') ? part : `${part}.`))
    .join(' ');
}
