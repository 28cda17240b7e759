import type { JoinLine } from '@folkmoot/contract/communities/schema.ts';
import { continues } from '@folkmoot/contract/conversations/rules.ts';
import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import type { Pending } from '../outbox/outbox.ts';

/** How many messages of one person were deleted one after the other, and the `seq` of the last: one row stands for all. */
export type Deleted = { count: number; until: number };

/** The items of the list, in order. Keys stay the same when older history is loaded before them. */
export type ListItem =
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: MessageView; continues: boolean; deleted?: Deleted }
  | { kind: 'joins'; key: string; joins: JoinLine }
  | { kind: 'pending'; key: string; pending: Pending; continues: boolean };

type Shown = {
  messages: readonly MessageView[];
  /** Who has joined the community, newest first; only a channel that tells it has any. */
  joins?: readonly JoinLine[] | undefined;
  pending: readonly Pending[];
  hasBefore: boolean;
  hasAfter: boolean;
  /** Messages of others after this `seq` are under the unread line; null draws no line. */
  unreadAfter: number | null;
  me: string;
};

/** Whether the keyboard can go to an item. */
export function isStop({ kind }: ListItem): boolean {
  return kind === 'message' || kind === 'joins' || kind === 'pending';
}

/** Whether a row shows the message with this `seq`. */
export function shows(row: ListItem, seq: number | undefined): boolean {
  if (row.kind !== 'message' || seq === undefined) return false;
  return row.message.seq <= seq && seq <= (row.deleted?.until ?? row.message.seq);
}

/** Whether nothing is left of a message, not even a thread under it. */
const isGone = ({ deletedAt, thread }: MessageView) => deletedAt !== null && !thread;

/** The items of a conversation: days, the unread line, messages, who joined between them, and outbox entries. */
export function listItems(shown: Shown): ListItem[] {
  const { messages, pending, hasBefore, hasAfter, unreadAfter, me } = shown;
  const rows: ListItem[] = hasBefore ? [] : [{ kind: 'start', key: 'start' }];
  const waiting = joinsWithin(shown);
  let before: MessageView | undefined;
  let day: string | undefined;
  let lined = unreadAfter === null;
  const startDay = (at: string) => {
    const isNew = day !== dayKey(at);
    day = dayKey(at);
    if (isNew) rows.push({ kind: 'day', key: `day-${day}`, at });
    return isNew;
  };
  const tellJoins = (until: number) => {
    while (waiting[0] && Date.parse(waiting[0].at) < until) {
      const [joins] = waiting.splice(0, 1);
      if (!joins) return;
      startDay(joins.at);
      // The same key while more people join within the hour.
      rows.push({ kind: 'joins', key: `joins-${Math.floor(Date.parse(joins.at) / 3_600_000)}`, joins });
      before = undefined;
    }
  };
  for (const message of messages) {
    tellJoins(Date.parse(message.createdAt));
    const newDay = startDay(message.createdAt);
    const line = !lined && unreadAfter !== null && message.seq > unreadAfter && message.authorId !== me;
    if (line) rows.push({ kind: 'unread', key: 'unread' });
    lined ||= line;
    const above = rows.at(-1);
    if (
      above?.kind === 'message' &&
      isGone(message) &&
      isGone(above.message) &&
      above.message.authorId === message.authorId
    )
      above.deleted = { count: (above.deleted?.count ?? 1) + 1, until: message.seq };
    else
      rows.push({
        kind: 'message',
        key: message.id,
        message,
        continues: !newDay && !line && continues(before, message),
      });
    before = message;
  }
  if (hasAfter) return rows;
  tellJoins(Number.POSITIVE_INFINITY);
  let after: { authorId: string | null; createdAt: string; deletedAt: unknown } | undefined = before;
  for (const one of pending) {
    const own = { authorId: me, createdAt: one.at, deletedAt: null };
    rows.push({ kind: 'pending', key: `pending-${one.clientId}`, pending: one, continues: continues(after, own) });
    after = own;
  }
  return rows;
}

/** The joins that belong between the messages that are loaded, oldest first. */
function joinsWithin({ messages, joins = [], hasBefore }: Shown): JoinLine[] {
  const first = hasBefore ? Date.parse(messages[0]?.createdAt ?? '') : 0;
  return joins.filter(({ at }) => Date.parse(at) >= first).toReversed();
}

/** The calendar day of an instant where the reader is, such as `2026-05-14`. */
export function dayKey(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

/** The words on a day divider: today and yesterday by name, others with their weekday, other years with the year. */
export function dayLabel(at: string, now: Date): string {
  const days = Math.round((midnight(now) - midnight(new Date(at))) / 86_400_000);
  if (days === 0 || days === 1) {
    const word = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(-days, 'day');
    return word.charAt(0).toLocaleUpperCase() + word.slice(1);
  }
  const sameYear = new Date(at).getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(new Date(at));
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime();
}
