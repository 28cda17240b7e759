import { allowed, refusals as core, type Decision, refused } from '../core/problem.ts';
import { type ConversationFacts, GROUP_MINUTES, type Level, LIMITS, refusals } from './schema.ts';

type Reader = Pick<ConversationFacts, 'openTo' | 'joined' | 'inCommunity' | 'permissions' | 'serverId'>;

/** Whether a person may read a conversation. For anyone else it does not exist, so they get a 404 and never a 403. */
export function canRead(facts: Reader): Decision {
  if (facts.serverId !== null && !facts.inCommunity) return refused(core.notFound);
  if (facts.joined) return allowed;
  const open = facts.openTo === 'community' && facts.permissions.includes('VIEW_CHANNEL');
  return open ? allowed : refused(core.notFound);
}

type Writer = Reader & Pick<ConversationFacts, 'archived' | 'posting' | 'blocked' | 'closed' | 'timedOutUntil'>;

/** Whether a time-out lasts at `now`. */
export function isTimedOut({ timedOutUntil }: Pick<ConversationFacts, 'timedOutUntil'>, now: Date): boolean {
  return timedOutUntil !== null && new Date(timedOutUntil) > now;
}

/** Whether a person may send a message here at `now`. */
export function canSend(facts: Writer, now: Date): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (facts.archived) return refused(refusals.archived);
  if (!facts.joined) return refused(refusals.joinFirst);
  if (isTimedOut(facts, now)) return refused(refusals.timedOut);
  if (facts.blocked) return refused(refusals.blocked);
  if (facts.closed) return refused(refusals.notTaking);
  if (facts.serverId !== null && !facts.permissions.includes('SEND_MESSAGE')) return refused(refusals.mayNotSend);
  if (facts.posting === 'editors' && !facts.permissions.includes('EDIT_CHANNEL'))
    return refused(refusals.announcements);
  return allowed;
}

type Written = { authorId: string | null; deletedAt: unknown };

/** People edit only their own messages, and only while they may still write here. */
export function canEdit(facts: Writer, message: Written, userId: string, now: Date): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (message.deletedAt) return refused(refusals.deleted);
  if (message.authorId !== userId) return refused(refusals.notYours);
  return canSend(facts, now);
}

/** In a community's channels holders of MANAGE_MESSAGES pin; in direct messages and groups, everyone inside. */
export function canPin(facts: Writer, message: Pick<Written, 'deletedAt'>): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (facts.archived) return refused(refusals.archived);
  if (facts.blocked) return refused(refusals.blocked);
  if (facts.closed) return refused(refusals.notTaking);
  if (message.deletedAt) return refused(refusals.deleted);
  const may = facts.serverId === null ? facts.joined : facts.permissions.includes('MANAGE_MESSAGES');
  return may ? allowed : refused(refusals.mayNotPin);
}

/** Whether `@channel` in a person's text mentions everyone: in a community's channels this needs EDIT_CHANNEL. */
export function canNameAll(facts: Pick<ConversationFacts, 'serverId' | 'permissions'>): boolean {
  return facts.serverId === null || facts.permissions.includes('EDIT_CHANNEL');
}

type Membership = { unread: number; mentions: number; level: Level; mutedUntil: string | null };

type Heard = Pick<Membership, 'level' | 'mutedUntil'>;

/** Whether a membership is to be heard of at all at `now`. */
function isHeard({ level, mutedUntil }: Heard, now: Date): boolean {
  return level !== 'nothing' && (mutedUntil === null || new Date(mutedUntil) <= now);
}

/**
 * What a membership shows as unread at `now`: a muted one shows nothing, others what their level includes. `around` is, for
 * a thread, the membership of the conversation that it is in: muting that mutes its threads.
 */
export function newsOf(membership: Membership, now: Date, around?: Heard): { unread: number; mentions: number } {
  if (!isHeard(membership, now) || (around && !isHeard(around, now))) return { unread: 0, mentions: 0 };
  return {
    unread: membership.level === 'mentions' ? membership.mentions : membership.unread,
    mentions: membership.mentions,
  };
}

/** People delete their own messages; holders of MANAGE_MESSAGES delete anyone's. Deleting is idempotent. */
export function canDelete(facts: Writer, message: Written, userId: string): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (facts.archived) return refused(refusals.archived);
  if (message.authorId === userId || facts.permissions.includes('MANAGE_MESSAGES')) return allowed;
  return refused(refusals.notYours);
}

/** Whether a person may react with an emoji, where `already` says whether it is there, beside `distinct` others. */
export function canReact(facts: Writer, message: Written, already: boolean, distinct: number, now: Date): Decision {
  const sendable = canSend(facts.posting === 'editors' ? { ...facts, posting: 'everyone' } : facts, now);
  if (!sendable.ok) return sendable;
  if (message.deletedAt) return refused(refusals.deleted);
  return already || distinct < LIMITS.reactions ? allowed : refused(refusals.tooManyReactions);
}

/** Only people inside a conversation can add others to it. */
export function canAddMembers(facts: Writer): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (facts.archived) return refused(refusals.archived);
  return facts.joined ? allowed : refused(refusals.mayNotAdd);
}

/** Usernames that a text names as `@username`, each once; not inside code, and not within a word or address. */
export function mentionedNames(text: string): string[] {
  const names = [...withoutCode(text).matchAll(/(?<![\p{L}\p{N}_@./-])@([a-z0-9][a-z0-9_-]{2,29})/giu)].map((match) =>
    (match[1] ?? '').toLowerCase(),
  );
  return [...new Set(names)];
}

/** Words after `@` that mention everyone in a conversation. They mean the same: nobody has to know which one this product has. */
export const WORDS_FOR_ALL = ['channel', 'everyone', 'here'] as const;

/** Where a text mentions everyone. */
export const namesAllPattern = (flags: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_@./-])@(?:${WORDS_FOR_ALL.join('|')})(?![\\p{L}\\p{N}_-])`, `iu${flags}`);

/** True if a text mentions everyone, as `@channel` and its like; not inside code. */
export function namesAll(text: string): boolean {
  return namesAllPattern('').test(withoutCode(text));
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/`[^`\n]*`/g, ' ');
}

/** True if a message is grouped under the name above the previous one. */
export function continues(
  before: { authorId: string | null; createdAt: string; deletedAt: unknown } | undefined,
  message: { authorId: string | null; createdAt: string; replyTo?: unknown; copyOf?: unknown },
): boolean {
  if (message.replyTo || message.copyOf) return false;
  if (!before || before.authorId !== message.authorId) return false;
  const gap = Date.parse(message.createdAt) - Date.parse(before.createdAt);
  return gap >= 0 && gap < GROUP_MINUTES * 60_000;
}
