import { describe, expect, test } from 'vitest';
import type { Decision } from '../core/problem.ts';
import { STANDS, stateOf } from './refusals-schema.ts';
import {
  canAsk,
  canBeNow,
  canComment,
  canMerge,
  canModerate,
  canMove,
  canReact,
  canReword,
  canSeeQuestion,
  canVote,
  closesAt,
  firstState,
  movesFrom,
} from './rules.ts';
import {
  DEFAULTS,
  JoinName,
  NewQuestion,
  QnaRole,
  QuestionChange,
  QuestionState,
  type QuestionState as State,
} from './schema.ts';

const NOW = 1_000_000;
const base = {
  ...DEFAULTS,
  status: 'enabled',
  eventStatus: 'published',
  closes_epoc: NOW + 10,
  role: 'attendee',
} as const;
const WHEN = {
  open: {},
  disabled: { status: 'disabled' },
  over: { closes_epoc: NOW },
  cancelled: { eventStatus: 'cancelled' },
} as const;
type When = keyof typeof WHEN;

/** The code of what is refused, or `yes`. */
const said = (decision: Decision) => (decision.ok ? 'yes' : decision.refusal.code.replace('qna.', ''));
const byRole = (when: When, act: (facts: typeof base) => Decision, more: object = {}) =>
  QnaRole.options.map((role) => said(act({ ...base, ...WHEN[when], ...more, role } as unknown as typeof base)));

describe('role by state of the Q&A: host, featured guest, attendee, reader', () => {
  test.each<[When, string[]]>([
    ['open', ['yes', 'yes', 'yes', 'register']],
    ['disabled', ['yes', 'disabled', 'disabled', 'disabled']],
    ['over', ['over', 'over', 'over', 'over']],
    ['cancelled', ['cancelled', 'cancelled', 'cancelled', 'cancelled']],
  ])('asking, %s', (when, expected) => expect(byRole(when, (facts) => canAsk(facts, NOW))).toEqual(expected));

  test.each<[When, string[]]>([
    ['open', ['yes', 'yes', 'yes', 'register']],
    ['disabled', ['disabled', 'disabled', 'disabled', 'disabled']],
    ['over', ['over', 'over', 'over', 'over']],
    ['cancelled', ['cancelled', 'cancelled', 'cancelled', 'cancelled']],
  ])('voting, %s', (when, expected) => expect(byRole(when, (facts) => canVote(facts, NOW))).toEqual(expected));

  const ALL = ['yes', 'yes', 'yes', 'register'];
  const HOSTS = ['yes', 'may-not-comment', 'may-not-comment', 'register'];
  const GUESTS = ['yes', 'yes', 'guests-comment', 'register'];
  test.each<[When, 'all' | 'host' | 'featured_guest', string[]]>([
    ['open', 'all', ALL],
    ['open', 'host', HOSTS],
    ['open', 'featured_guest', GUESTS],
    ['disabled', 'all', ['yes', 'yes', 'disabled', 'register']],
    ['disabled', 'host', HOSTS],
    ['disabled', 'featured_guest', GUESTS],
    ['over', 'all', ALL],
    ['over', 'host', HOSTS],
    ['over', 'featured_guest', GUESTS],
    ['cancelled', 'all', ['cancelled', 'cancelled', 'cancelled', 'cancelled']],
  ])('commenting, %s, for %s', (when, whoCanComment, expected) =>
    expect(byRole(when, (facts) => canComment(facts), { whoCanComment })).toEqual(expected),
  );

  test.each<[When, string[]]>([
    ['open', ALL],
    ['disabled', ['yes', 'disabled', 'disabled', 'register']],
    ['over', ALL],
    ['cancelled', ['cancelled', 'cancelled', 'cancelled', 'cancelled']],
  ])('reacting, %s', (when, expected) => expect(byRole(when, canReact)).toEqual(expected));

  test.each(Object.keys(WHEN) as When[])('moderating, %s', (when) =>
    expect(byRole(when, canModerate)).toEqual(['yes', 'not-host', 'not-host', 'not-host']),
  );
});

test('anonymous questions are asked where they are allowed, by hosts too only there', () => {
  expect(said(canAsk(base, NOW, true))).toBe('not-anonymous');
  expect(said(canAsk({ ...base, role: 'host' as never }, NOW, true))).toBe('not-anonymous');
  expect(said(canAsk({ ...base, allowAnonymousQuestions: true as never }, NOW, true))).toBe('yes');
  const byHost = { ...base, allowAnonymousQuestions: true, role: 'host', status: 'disabled' } as const;
  expect(said(canAsk(byHost, NOW, true))).toBe('not-anonymous');
});

test('a week after the end it closes; without a date it does not', () => {
  const week = 7 * 24 * 3600;
  expect(closesAt({ start_epoc: 10, end_epoc: 20, tbdDate: false })).toBe(20 + week);
  expect(closesAt({ start_epoc: 10, end_epoc: null, tbdDate: false })).toBe(10 + 24 * 3600 + week);
  expect(closesAt({ start_epoc: 10, end_epoc: 20, tbdDate: true })).toBeNull();
  expect(said(canVote({ ...base, closes_epoc: NOW + 1 }, NOW))).toBe('yes');
  expect(said(canVote({ ...base, closes_epoc: NOW }, NOW))).toBe('over');
});

describe('states', () => {
  const by = <T>(act: (state: State) => T) =>
    Object.fromEntries(QuestionState.options.map((state) => [state, act(state)]));

  test('only published ones take votes, and can be answered live', () => {
    const expected = { pending: false, published: true, answered: false, archived: false, refused: false };
    expect(by((state) => canVote(base, NOW, state).ok)).toEqual(expected);
    expect(by((state) => canBeNow({ state }).ok)).toEqual(expected);
  });

  test('comments are for what everybody sees', () =>
    expect(by((state) => canComment({ ...base, role: 'host' as never }, state).ok)).toEqual({
      ...{ pending: false, published: true, answered: true, archived: false, refused: false },
    }));

  test.each<[State, State[]]>([
    ['pending', ['published', 'refused']],
    ['published', ['answered', 'archived', 'refused']],
    ['answered', ['published', 'archived']],
    ['archived', ['published', 'answered']],
    ['refused', ['published']],
  ])('%s becomes %j', (from, expected) => {
    expect(movesFrom(from)).toEqual(expected);
    for (const status of QuestionState.options) {
      const decision = canMove({ state: from, merged: false }, { from, status, reason: 'because' });
      expect(said(decision)).toBe(expected.includes(status) ? 'yes' : 'illegal-move');
    }
  });

  test('another host was faster: the refusal says the present state', () => {
    for (const state of QuestionState.options) {
      const decision = canMove({ state, merged: false }, { from: 'pending', status: 'refused', reason: 'no' });
      if (state === 'pending' || state === 'refused') expect(decision.ok).toBe(true);
      else expect(decision).toEqual({ ok: false, refusal: STANDS[state] });
      expect(stateOf(STANDS[state].code)).toBe(state);
    }
    expect(stateOf('qna.over')).toBeUndefined();
  });

  test('refusing needs a reason, and what was merged stays so', () => {
    const move = { from: 'pending', status: 'refused', reason: '' } as const;
    expect(said(canMove({ state: 'pending', merged: false }, move))).toBe('reason-required');
    const back = { from: 'archived', status: 'published', reason: '' } as const;
    expect(said(canMove({ state: 'archived', merged: true }, back))).toBe('was-merged');
  });

  test('merging: pending and published ones, into what everybody sees', () => {
    const one = (state: State, merged = false) => ({ id: 'one', state, merged });
    const into = { id: 'other', state: 'published' } as const;
    expect(by((state) => said(canMerge(one(state), into)))).toEqual({
      ...{ pending: 'yes', published: 'yes' },
      ...{ answered: 'cannot-merge', archived: 'cannot-merge', refused: 'cannot-merge' },
    });
    expect(by((state) => said(canMerge(one('pending'), { id: 'other', state })))).toEqual({
      ...{ published: 'yes', answered: 'yes' },
      ...{ pending: 'merge-closed', archived: 'merge-closed', refused: 'merge-closed' },
    });
    expect(said(canMerge(one('published'), { ...into, id: 'one' }))).toBe('merge-same');
    expect(said(canMerge(one('archived', true), into))).toBe('was-merged');
  });

  test.each<[string, State, number, boolean, string]>([
    ['while it waits', 'pending', 0, false, 'yes'],
    ['without votes', 'published', 0, false, 'yes'],
    ['with their own vote', 'published', 1, true, 'yes'],
    ['with a vote of somebody', 'published', 1, false, 'has-votes'],
    ['with votes of others too', 'published', 2, true, 'has-votes'],
    ['once answered', 'answered', 0, false, 'decided'],
    ['once refused', 'refused', 0, false, 'decided'],
    ['once archived', 'archived', 0, false, 'decided'],
  ])('its asker changes the words %s', (_, state, votes, ownVote, expected) =>
    expect(said(canReword(base, { state, votes, ownVote }, NOW))).toBe(expected),
  );

  test('somebody who no longer takes part leaves their words as they are', () => {
    const question = { state: 'published', votes: 0, ownVote: false } as const;
    expect(said(canReword({ ...base, role: 'reader' }, question, NOW))).toBe('register');
  });

  test('where a question begins', () => {
    const on = { approveQuestionsForModeration: true };
    const off = { approveQuestionsForModeration: false };
    expect(firstState(on, { isHost: false, isHeld: false })).toBe('pending');
    expect(firstState(off, { isHost: false, isHeld: false })).toBe('published');
    expect(firstState(off, { isHost: false, isHeld: true })).toBe('pending');
    expect(firstState(on, { isHost: true, isHeld: true })).toBe('published');
  });

  test('who sees a question', () => {
    const seen = (role: QnaRole, isMine: boolean) => by((state) => canSeeQuestion({ state, isMine }, role).ok);
    const open = { pending: false, published: true, answered: true, archived: false, refused: false };
    expect(seen('attendee', false)).toEqual(open);
    expect(seen('featured_guest', false)).toEqual(open);
    expect(Object.values(seen('attendee', true))).not.toContain(false);
    expect(Object.values(seen('host', false))).not.toContain(false);
  });
});

describe('what is sent', () => {
  const key = 'k'.repeat(22);
  const messages = (content: string) =>
    NewQuestion.safeParse({ content, key }).error?.issues.map(({ message, path }) => [path.join('.'), message]) ?? [];

  test.each<[string, string | null]>([
    ['', 'Write your question.'],
    [' \n ', 'Write your question.'],
    ['\u2800\u200b', 'Write your question.'],
    ['x'.repeat(251), 'A question cannot exceed 250 characters.'],
    ['👩🏽‍🚀'.repeat(62), null],
    ['x'.repeat(250), null],
  ])('%s', (content, message) => expect(messages(content)).toEqual(message === null ? [] : [['content', message]]));

  test('nothing invisible turns the words of a question around, or is all of a name', () => {
    const { content } = NewQuestion.parse({ content: 'Send \u202egnp.exe\u202c \u2066me\u2069 \u200bplease', key });
    expect(content).toBe('Send gnp.exe me please');
    for (const name of ['\u3164', '\u2800', '\u00ad', '\u200f\u200f', '\u200b ', '\u202e'])
      expect(JoinName.safeParse(name).error?.issues[0]?.message, JSON.stringify(name)).toBe('Enter your name.');
    expect(JoinName.parse(' \u202eTheo  Ash ')).toBe('Theo Ash');
  });

  test('one change at a time, a state with the one before it', () => {
    const ok = (change: object) => QuestionChange.safeParse(change).success;
    expect(ok({ isNow: true })).toBe(true);
    expect(ok({ from: 'pending', status: 'published' })).toBe(true);
    expect(ok({ status: 'published' })).toBe(false);
    expect(ok({ isNow: true, isBookmarked: true })).toBe(false);
    expect(ok({})).toBe(false);
  });
});
