import type { AuthorView, MessagePage, MessageView, ReactionView } from '@folkmoot/contract/conversations/schema.ts';

/**
 * What this tab knows of a conversation: one continuous range of its history, and the version up to which every change
 * is known. Plain data and pure functions, so that each case has a test.
 */
export type Timeline = {
  /** Oldest first, by `seq`, with nothing missing in between. */
  messages: readonly MessageView[];
  people: ReadonlyMap<string, AuthorView>;
  hasBefore: boolean;
  hasAfter: boolean;
  /** Every change up to this version is known. */
  version: number;
  /** Later versions that have arrived already, out of order. */
  ahead: ReadonlySet<number>;
};

/** A timeline from the first page that was read. */
export function fromPage(page: MessagePage): Timeline {
  return {
    messages: page.data,
    people: peopleOf(page.people),
    hasBefore: page.hasBefore,
    hasAfter: page.hasAfter,
    version: page.version,
    ahead: new Set(),
  };
}

/** Whether a page of the newest messages goes back as far as `seq`, so that the list can open there. */
export function reaches({ data, hasBefore }: MessagePage, seq: number): boolean {
  return !hasBefore || (data[0] !== undefined && data[0].seq <= seq);
}

/** With an older page in front. Reading further back moves no version. */
export function withBefore(timeline: Timeline, page: MessagePage): Timeline {
  const first = timeline.messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  const older = page.data.filter((message) => message.seq < first);
  return {
    ...timeline,
    messages: [...older, ...timeline.messages],
    people: merged(timeline.people, page.people),
    hasBefore: page.hasBefore,
  };
}

/** With a newer page behind. */
export function withAfter(timeline: Timeline, page: MessagePage): Timeline {
  const last = timeline.messages.at(-1)?.seq ?? 0;
  const newer = page.data.filter((message) => message.seq > last);
  return {
    ...timeline,
    messages: [...timeline.messages, ...newer],
    people: merged(timeline.people, page.people),
    hasAfter: page.hasAfter,
  };
}

/** With messages in their current state. Older states of a message never overwrite newer ones. */
export function withChanges(
  timeline: Timeline,
  changed: readonly MessageView[],
  people: readonly AuthorView[] = [],
): Timeline {
  const bySeq = new Map(timeline.messages.map((message) => [message.seq, message]));
  const first = timeline.messages[0]?.seq ?? 0;
  const last = timeline.messages.at(-1)?.seq ?? 0;
  for (const message of changed) {
    const known = bySeq.get(message.seq);
    if (known ? known.version > message.version : isOutside(timeline, message.seq, first, last)) continue;
    bySeq.set(message.seq, known ? keepMine(known, message) : message);
  }
  const messages = [...bySeq.values()].sort((one, other) => one.seq - other.seq);
  return { ...timeline, messages, people: merged(timeline.people, people) };
}

/** Before the range there may be more that is not loaded; after it only when the newest are not. */
function isOutside(timeline: Timeline, seq: number, first: number, last: number): boolean {
  if (timeline.messages.length === 0) return timeline.hasBefore || timeline.hasAfter;
  if (seq < first) return true;
  return seq > last && timeline.hasAfter;
}

/** Live messages do not say which reactions are mine; this client knows. */
function keepMine(known: MessageView, next: MessageView): MessageView {
  const mine = new Set(known.reactions.filter((reaction) => reaction.mine).map((reaction) => reaction.emoji));
  return {
    ...next,
    reactions: next.reactions.map((reaction) => ({ ...reaction, mine: reaction.mine || mine.has(reaction.emoji) })),
  };
}

/** How an event relates to the counter: `gap` if an earlier one is missing. */
export function withVersion(timeline: Timeline, version: number): { timeline: Timeline; gap: boolean } {
  if (version <= timeline.version) return { timeline, gap: timeline.ahead.size > 0 };
  const ahead = new Set(timeline.ahead).add(version);
  let known = timeline.version;
  while (ahead.delete(known + 1)) known += 1;
  return { timeline: { ...timeline, version: known, ahead }, gap: ahead.size > 0 };
}

/** After asking for changes: everything up to `version` is known. */
export function caughtUp(timeline: Timeline, version: number): Timeline {
  const ahead = new Set([...timeline.ahead].filter((one) => one > version));
  return { ...timeline, version: Math.max(version, timeline.version), ahead };
}

type Reacted = {
  messageId: string;
  version: number;
  by: string;
  emoji: string;
  added: boolean;
  reactions: readonly { emoji: string; count: number }[];
};

/** Applies the reactions of an event. Which of them are your own is known only here. */
export function withReactions(timeline: Timeline, event: Reacted, me: string): Timeline {
  const messages = timeline.messages.map((message) => {
    if (message.id !== event.messageId || message.version >= event.version) return message;
    const mine = new Set(message.reactions.filter((reaction) => reaction.mine).map((reaction) => reaction.emoji));
    if (event.by === me) event.added ? mine.add(event.emoji) : mine.delete(event.emoji);
    return {
      ...message,
      version: event.version,
      reactions: event.reactions.map((reaction) => ({ ...reaction, mine: mine.has(reaction.emoji) })),
    };
  });
  return { ...timeline, messages };
}

/** The reactions of a message after you have clicked an emoji, before the server has answered. */
export function toggled(reactions: readonly ReactionView[], emoji: string): ReactionView[] {
  const known = reactions.find((reaction) => reaction.emoji === emoji);
  if (!known) return [...reactions, { emoji, count: 1, mine: true }];
  const count = known.count + (known.mine ? -1 : 1);
  return reactions.flatMap((reaction) =>
    reaction !== known ? [reaction] : count === 0 ? [] : [{ emoji, count, mine: !known.mine }],
  );
}

function peopleOf(people: readonly AuthorView[]): ReadonlyMap<string, AuthorView> {
  return new Map(people.map((person) => [person.id, person]));
}

function merged(
  known: ReadonlyMap<string, AuthorView>,
  people: readonly AuthorView[],
): ReadonlyMap<string, AuthorView> {
  return people.every((person) => isSame(known.get(person.id), person))
    ? known
    : new Map([...known, ...peopleOf(people)]);
}

/** The map stays the same object while nobody changed, so that a new message does not render all others again. */
function isSame(known: AuthorView | undefined, person: AuthorView): boolean {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(person);
}
