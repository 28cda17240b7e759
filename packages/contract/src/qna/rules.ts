import { allowed, refusals as core, type Decision, type Refusal, refused } from '../core/problem.ts';
import type { EventStatus } from '../participations/schema.ts';
import { refusals, STANDS } from './refusals-schema.ts';
import { OPEN_AFTER, type QnaRole, type QuestionState, type SettingsFields, type WhoCanComment } from './schema.ts';

/*
 * Who may do what. `QnaView` has every fact that these need, so a button can say why it is disabled.
 */

type Facts = Pick<SettingsFields, 'status'> & {
  role: QnaRole;
  eventStatus: EventStatus;
  /** Unix seconds; null while the event has no date. */
  closes_epoc: number | null;
};

/** When asking and voting end: a week after the event, in Unix seconds; null while it has no date. */
export function closesAt(event: {
  start_epoc: number | null;
  end_epoc: number | null;
  tbdDate: boolean;
}): number | null {
  if (event.tbdDate || event.start_epoc === null) return null;
  return (event.end_epoc ?? event.start_epoc + 24 * 3600) + OPEN_AFTER;
}

/** Whether somebody takes part, beyond reading. */
export function takesPart(role: QnaRole): boolean {
  return role !== 'reader';
}

function isClosed({ eventStatus, closes_epoc }: Facts, now: number): Refusal | null {
  if (eventStatus === 'cancelled') return refusals.cancelled;
  return closes_epoc !== null && closes_epoc <= now ? refusals.over : null;
}

/** Reading, and everything that is not refused here, is for everybody who sees the event. `now` is in Unix seconds throughout. */
export function canAsk(
  facts: Facts & Pick<SettingsFields, 'allowAnonymousQuestions'>,
  now: number,
  isAnonymous = false,
): Decision {
  const closed = isClosed(facts, now);
  if (closed) return refused(closed);
  if (!takesPart(facts.role)) return refused(facts.status === 'disabled' ? refusals.disabled : refusals.register);
  if (facts.status === 'disabled' && facts.role !== 'host') return refused(refusals.disabled);
  // While it is disabled only hosts ask: one without a name would be one of them.
  const mayBeAnonymous = facts.allowAnonymousQuestions && facts.status === 'enabled';
  return isAnonymous && !mayBeAnonymous ? refused(refusals.notAnonymous) : allowed;
}

/** Nobody votes while Q&A is disabled, hosts included; a vote can be taken back as long as one could be given. */
export function canVote(facts: Facts, now: number, state: QuestionState = 'published'): Decision {
  const closed = isClosed(facts, now);
  if (closed) return refused(closed);
  if (facts.status === 'disabled') return refused(refusals.disabled);
  if (!takesPart(facts.role)) return refused(refusals.register);
  return state === 'published' ? allowed : refused(refusals.noVotes);
}

/**
 * After it has closed, who may comment still answers in writing. While it is disabled, hosts do, and featured guests where they
 * may comment at all.
 */
export function canComment(
  facts: Facts & { whoCanComment: WhoCanComment },
  state: QuestionState = 'published',
): Decision {
  if (facts.eventStatus === 'cancelled') return refused(refusals.cancelled);
  if (!takesPart(facts.role)) return refused(refusals.register);
  if (facts.role !== 'host') {
    if (facts.whoCanComment === 'host') return refused(refusals.mayNotComment);
    if (facts.role !== 'featured_guest') {
      if (facts.whoCanComment === 'featured_guest') return refused(refusals.guestsComment);
      if (facts.status === 'disabled') return refused(refusals.disabled);
    }
  }
  return state === 'published' || state === 'answered' ? allowed : refused(refusals.notOpen);
}

/** Everybody who takes part may react, as long as Q&A is enabled. */
export function canReact(facts: Facts): Decision {
  if (facts.eventStatus === 'cancelled') return refused(refusals.cancelled);
  if (!takesPart(facts.role)) return refused(refusals.register);
  return facts.status === 'disabled' && facts.role !== 'host' ? refused(refusals.disabled) : allowed;
}

/** Hosts moderate at any time, also what is left of a Q&A that has closed. */
export function canModerate(facts: Pick<Facts, 'role'>): Decision {
  return facts.role === 'host' ? allowed : refused(refusals.notHost);
}

/** Whether a question can be seen by everybody who sees the event. */
export function isPublic(state: QuestionState): boolean {
  return state === 'published' || state === 'answered';
}

type Asked = { state: QuestionState; votes: number; ownVote: boolean };

/** Whether its asker may change the words of a question: not once others have voted, nor once it has been answered or put away. */
export function canReword(facts: Facts, question: Asked, now: number): Decision {
  const closed = isClosed(facts, now);
  if (closed) return refused(closed);
  if (!takesPart(facts.role)) return refused(refusals.register);
  if (facts.status === 'disabled' && facts.role !== 'host') return refused(refusals.disabled);
  if (question.state !== 'pending' && question.state !== 'published') return refused(refusals.decided);
  return question.votes - Number(question.ownVote) > 0 ? refused(refusals.hasVotes) : allowed;
}

/** What hosts can make of a question, from each state. `published` again undoes each of the others. */
const MOVES: Readonly<Record<QuestionState, readonly QuestionState[]>> = {
  pending: ['published', 'refused'],
  published: ['answered', 'archived', 'refused'],
  answered: ['published', 'archived'],
  archived: ['published', 'answered'],
  refused: ['published'],
};

/** The states that a question can get from this one. */
export function movesFrom(state: QuestionState): readonly QuestionState[] {
  return MOVES[state];
}

/**
 * Whether a host may move a question, having seen it in the state `from`.
 *
 * @returns a refusal of `STANDS` if another host was faster, whose code says the present state. If that is where this host wanted
 *   it, nothing is wrong.
 */
export function canMove(
  question: { state: QuestionState; merged: boolean },
  move: { from: QuestionState; status: QuestionState; reason: string },
): Decision {
  if (question.merged) return refused(refusals.wasMerged);
  if (!MOVES[move.from].includes(move.status)) return refused(refusals.illegalMove);
  if (move.status === 'refused' && move.reason === '') return refused(refusals.reasonRequired);
  if (question.state !== move.from && question.state !== move.status) return refused(STANDS[question.state]);
  return allowed;
}

export function canBeNow(question: { state: QuestionState }): Decision {
  return question.state === 'published' ? allowed : refused(refusals.onlyPublishedNow);
}

/** Whether a question can be merged with another; the other keeps its words and its state. */
export function canMerge(
  question: { id: string; state: QuestionState; merged: boolean },
  into: { id: string; state: QuestionState },
): Decision {
  if (question.id === into.id) return refused(refusals.mergeSame);
  if (question.merged) return refused(refusals.wasMerged);
  if (question.state !== 'pending' && question.state !== 'published') return refused(refusals.cannotMerge);
  return isPublic(into.state) ? allowed : refused(refusals.mergeClosed);
}

/** The state of a question when it is asked, and again once its asker has changed its words. */
export function firstState(
  settings: Pick<SettingsFields, 'approveQuestionsForModeration'>,
  { isHost, isHeld }: { isHost: boolean; isHeld: boolean },
): 'pending' | 'published' {
  if (isHost) return 'published';
  return settings.approveQuestionsForModeration || isHeld ? 'pending' : 'published';
}

/** A comment belongs to its author; hosts may delete any. For whom neither is true it exists all the same. */
export function canDeleteComment(viewer: { role: QnaRole; isMine: boolean }): Decision {
  return viewer.isMine || viewer.role === 'host' ? allowed : refused(refusals.notYourComment);
}

/** Whether a person may see a question: everybody those that are public, hosts all, and askers their own. */
export function canSeeQuestion(question: { state: QuestionState; isMine: boolean }, role: QnaRole): Decision {
  return role === 'host' || question.isMine || isPublic(question.state) ? allowed : refused(core.notFound);
}
