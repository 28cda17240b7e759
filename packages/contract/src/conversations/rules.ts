import { allowed, refusals as core, type Decision, refused } from '../core/problem.ts';
import { type ConversationFacts, GROUP_MINUTES, LIMITS, refusals } from './schema.ts';

type Reader = Pick<ConversationFacts, 'openTo' | 'joined' | 'inCommunity' | 'permissions' | 'serverId'>;

/** Whether one may read a conversation. To anyone else it does not exist, hence 404 and never 403. */
export function canRead(facts: Reader): Decision {
  if (facts.serverId !== null && !facts.inCommunity) return refused(core.notFound);
  if (facts.joined) return allowed;
  const open = facts.openTo === 'community' && facts.permissions.includes('VIEW_CHANNEL');
  return open ? allowed : refused(core.notFound);
}

type Writer = Reader & Pick<ConversationFacts, 'archived' | 'posting'>;

/** Whether one may send a message here. */
export function canSend(facts: Writer): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (facts.archived) return refused(refusals.archived);
  if (!facts.joined) return refused(refusals.joinFirst);
  if (facts.serverId !== null && !facts.permissions.includes('SEND_MESSAGE')) return refused(refusals.mayNotSend);
  if (facts.posting === 'editors' && !facts.permissions.includes('EDIT_CHANNEL'))
    return refused(refusals.announcements);
  return allowed;
}

type Written = { authorId: string | null; deletedAt: unknown };

/** One edits only what one wrote oneself, while one may still write here. */
export function canEdit(facts: Writer, message: Written, userId: string): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (facts.archived) return refused(refusals.archived);
  if (message.deletedAt) return refused(refusals.deleted);
  if (message.authorId !== userId) return refused(refusals.notYours);
  return facts.joined ? allowed : refused(refusals.joinFirst);
}

/** One deletes one's own; holders of MANAGE_MESSAGES delete anyone's. Deleting twice is quiet. */
export function canDelete(facts: Writer, message: Written, userId: string): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (facts.archived) return refused(refusals.archived);
  if (message.authorId === userId || facts.permissions.includes('MANAGE_MESSAGES')) return allowed;
  return refused(refusals.notYours);
}

/** Whether one may react with an emoji that `already` says is there or not, beside `distinct` others. */
export function canReact(facts: Writer, message: Written, already: boolean, distinct: number): Decision {
  const sendable = facts.posting === 'editors' ? canSend({ ...facts, posting: 'everyone' }) : canSend(facts);
  if (!sendable.ok) return sendable;
  if (message.deletedAt) return refused(refusals.deleted);
  return already || distinct < LIMITS.reactions ? allowed : refused(refusals.tooManyReactions);
}

/** Others are added to a conversation by someone inside it. */
export function canAddMembers(facts: Writer): Decision {
  const readable = canRead(facts);
  if (!readable.ok) return readable;
  if (facts.archived) return refused(refusals.archived);
  return facts.joined ? allowed : refused(refusals.mayNotAdd);
}

/** Usernames that a text names as `@username`, each once; not inside code, and not within a word or address. */
export function mentionedNames(text: string): string[] {
  const plain = text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/`[^`\n]*`/g, ' ');
  const names = [...plain.matchAll(/(?<![\p{L}\p{N}_@./-])@([a-z0-9][a-z0-9_-]{2,29})/giu)].map((match) =>
    (match[1] ?? '').toLowerCase(),
  );
  return [...new Set(names)];
}

/** True where a message stands under the name of the one before it. */
export function continues(
  before: { authorId: string | null; createdAt: string; deletedAt: unknown } | undefined,
  message: { authorId: string | null; createdAt: string },
): boolean {
  if (!before || before.authorId !== message.authorId) return false;
  const gap = Date.parse(message.createdAt) - Date.parse(before.createdAt);
  return gap >= 0 && gap < GROUP_MINUTES * 60_000;
}
