import { fullName } from '../accounts/rules.ts';
import { allowed, refusals as core, type Decision, refused } from '../core/problem.ts';
import { LIMITS, NEW_PEOPLE, type PersonalView, refusals } from './schema.ts';

/** The name of a conversation for a person inside it: its own name, or the names of the others. */
export function titleOf(view: Pick<PersonalView, 'name' | 'conversationMembers' | 'memberCount'>): string {
  if (view.name !== '') return view.name;
  const names = view.conversationMembers.map(fullName);
  if (names.length === 0) return 'Just you';
  const more = view.memberCount - 1 - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** What begins with the first message of a conversation, in the middle of a sentence. */
export function beginningOf(view: Parameters<typeof titleOf>[0]): string {
  if (view.name !== '') return view.name;
  return view.conversationMembers.length === 0 ? 'this conversation' : `your conversation with ${titleOf(view)}`;
}

/**
 * Who a person may start a conversation with: other people, up to the limit. Repeated names count once. An event's
 * conversation has its own people, so nobody needs to be named.
 */
export function canStart(users: readonly string[], me: string, ofEvent = false): Decision {
  const others = new Set(users.filter((userId) => userId !== me));
  if (others.size === 0 && !ofEvent) return refused(refusals.nobody);
  return others.size < LIMITS.people ? allowed : refused(refusals.tooMany);
}

const HOUR = 3_600_000;

/** Whether a person may start a conversation with so many more people, beside those of the last hour. */
export function canMeetMore(joinedAt: Date, met: number, more: number, now: Date): Decision {
  const isNew = now.getTime() - joinedAt.getTime() < 24 * HOUR;
  return met + more <= (isNew ? NEW_PEOPLE.firstDay : NEW_PEOPLE.later) ? allowed : refused(refusals.tooManyNew);
}

type Inside = { type: string; joined: boolean; isOwn: boolean };

/** Everybody inside a group may change its name and cover; the chat of an event has those of the event. */
export function canChange(conversation: Inside): Decision {
  const group = isGroup(conversation);
  return group.ok && conversation.type === 'event-group' ? refused(refusals.namedByEvent) : group;
}

function isGroup(conversation: Inside): Decision {
  if (!conversation.joined) return refused(core.notFound);
  return conversation.type === 'one-to-one' ? refused(refusals.notAGroup) : allowed;
}

/** Anyone may leave; the person who started the group may also remove others. */
export function canTakeOut(conversation: Inside, subject: string, me: string): Decision {
  const group = isGroup(conversation);
  if (!group.ok || subject === me) return group;
  return conversation.isOwn ? allowed : refused(refusals.notYours);
}
