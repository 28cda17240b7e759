import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import type { UnreadView } from '@folkmoot/contract/inbox/schema.ts';
import { sentenceOf } from '@folkmoot/contract/notifications/rules.ts';
import type { KindChoice, NotificationKind } from '@folkmoot/contract/notifications/schema.ts';
import { type EmailContent, renderEmail } from '../core/mail/email-template.ts';
import type { Mail } from '../core/mail/mail.ts';
import type { Reader } from './digests-store.ts';
import type { MessageFacts } from './messages/notices-store.ts';
import { lineOf, pathOf, placeOf } from './messages/wording-actions.ts';
import type { Subject } from './subjects-actions.ts';

/**
 * What an email says of one thing: from whom or what, in a few lines, and where it leads; as a subject; and what is left
 * without previews.
 */
export type Item = { from: string; lines: string[]; path: string; subject: string; bare: string };

/** The product's name and address. */
export type Sender = { product: string; origin: string };

/** Things that an email lists; it counts the others. */
const LISTED = 10;

/** What an email says about messages of one conversation. */
export function messageItem(facts: MessageFacts, count: number): Item {
  const place = placeOf(facts);
  const where = [place === '' ? [] : [`in ${place}`], count > 1 ? [`${count} new messages`] : []].flat().join(', ');
  return {
    from: facts.author,
    lines: [lineOf(facts), where].filter((line) => line !== ''),
    path: pathOf(facts),
    subject: `${facts.author}${place === '' ? '' : ` in ${place}`}: ${lineOf(facts)}`,
    bare: facts.kind === 'mention' ? 'You were mentioned.' : 'You have a new message.',
  };
}

/** What it says about an event, a community or a calendar. */
export function newsItem({ told }: Subject): Item {
  const { title, body, path } = sentenceOf(told);
  const about = told.event
    ? 'about an event'
    : told.calendar
      ? 'about a calendar'
      : told.community
        ? 'from a community'
        : 'for you';
  const bare = `There is news ${about}.`;
  return { from: title, lines: [body], path, subject: `${title}: ${body}`, bare };
}

/** What kind of notification the unread messages of a conversation are. */
export function kindOfUnread({ origin, membership }: UnreadView): NotificationKind | undefined {
  if (membership.mentions > 0) return 'mention';
  if (origin.parentId !== null) return 'thread_reply';
  return origin.serverId === null ? 'direct_message' : undefined;
}

/** What the digest says about conversations that a person has not read, of the kinds that they get once a day. */
export function unreadItems(
  unread: readonly UnreadView[],
  choices: readonly KindChoice[],
  people: ReadonlyMap<string, AuthorView>,
): Item[] {
  const daily = new Set(choices.filter(({ mail }) => mail === 'daily').map(({ kind }) => kind));
  return unread.flatMap((one) => {
    const kind = kindOfUnread(one);
    const last = one.messages.at(-1);
    if (kind === undefined || !daily.has(kind) || last === undefined) return [];
    const { origin, membership } = one;
    const author = people.get(last.authorId ?? '');
    const facts = {
      ...{ userId: '', kind, conversationId: origin.conversationId, parentId: origin.parentId },
      ...{ seq: last.seq, text: quoteWords({ text: last.text, attachments: last.attachments.length }, people) },
      files: last.attachments.length,
      author: author ? `${author.firstName} ${author.lastName}`.trim() : 'Deleted member',
      ...{ channelId: origin.channelId, channelName: origin.channelName, communityName: origin.serverName },
      groupName: origin.type === 'one-to-one' ? '' : (origin.title ?? ''),
    };
    return [messageItem(facts, kind === 'mention' ? membership.mentions : membership.unread)];
  });
}

/** One email about what was just said or happened. */
export function newsMail(reader: Reader, items: readonly Item[], sender: Sender): Mail {
  const [first] = items;
  const subject =
    items.length === 1 && reader.previews && first
      ? first.subject
      : items.length === 1
        ? 'A new notification'
        : `${items.length} new notifications`;
  const heading = `You have ${items.length === 1 ? 'a' : items.length} new ${items.length === 1 ? 'notification' : 'notifications'}`;
  return write(reader, { subject: cut(subject), heading, items }, sender);
}

/** The email of the morning: what waits for the reader; undefined if nothing does. */
export function digestMail(reader: Reader, items: readonly Item[], sender: Sender): Mail | undefined {
  if (items.length === 0) return undefined;
  const waiting = items.length === 1 ? 'One thing is' : `${items.length} things are`;
  const subject = `${waiting} waiting for you on ${sender.product}`;
  return write(reader, { subject, heading: `Good morning, ${reader.firstName}`, items }, sender);
}

type Letter = { subject: string; heading: string; items: readonly Item[] };

function write(reader: Reader, { subject, heading, items }: Letter, { product, origin }: Sender): Mail {
  const shown = items.slice(0, LISTED);
  const [first] = shown;
  const rest = items.length - LISTED;
  const more = rest > 0 ? [`And ${rest} more.`] : [];
  const alone = items.length === 1 && first;
  const content: EmailContent = {
    preview: reader.previews ? (first?.subject ?? heading) : heading,
    sender: { label: product, href: origin },
    heading,
    paragraphs: reader.previews ? more : [...new Set(shown.map(({ bare }) => bare)), ...more],
    ...(reader.previews && {
      facts: shown.map(({ from, lines, path }) => ({ label: from, lines, href: `${origin}${path}` })),
    }),
    button: { label: alone ? 'Open' : 'Open the inbox', href: `${origin}${alone ? first.path : '/inbox'}` },
    reason: `You received this email because of your notification settings on ${product}.`,
    settings: { label: 'Choose which emails you get', href: `${origin}/settings/notifications` },
  };
  return { to: reader.email, subject, ...renderEmail(content) };
}

/** A subject that mail programs show whole. */
function cut(subject: string): string {
  const letters = [...subject];
  return letters.length > 90 ? `${letters.slice(0, 89).join('')}…` : subject;
}
