import { expect, test } from 'vitest';
import type { Decision } from '../core/problem.ts';
import { beginningOf, canChange, canStart, canTakeOut, titleOf } from './rules.ts';
import { LIMITS } from './schema.ts';

const code = (decision: Decision) => (decision.ok ? 'yes' : decision.refusal.code);
const person = (firstName: string, lastName = '') => ({
  id: firstName,
  userId: firstName,
  firstName,
  lastName,
  username: firstName,
  imageUrl: null,
});

test.each([
  ['its own name', { name: 'Kiln crew', conversationMembers: [person('Ana')], memberCount: 2 }, 'Kiln crew'],
  ['the other person', { name: '', conversationMembers: [person('Ana', 'Ortega')], memberCount: 2 }, 'Ana Ortega'],
  ['the other people', { name: '', conversationMembers: [person('Ana'), person('Ben')], memberCount: 3 }, 'Ana, Ben'],
  [
    'some people and the number of others',
    { name: '', conversationMembers: [person('Ana')], memberCount: 5 },
    'Ana and 3 more',
  ],
  ['nobody, when everybody has left', { name: '', conversationMembers: [], memberCount: 1 }, 'Just you'],
])('a conversation is titled with %s', (_, view, title) => expect(titleOf(view)).toBe(title));

test.each([
  ['a group by its name', { name: 'Kiln crew', conversationMembers: [person('Ana')], memberCount: 2 }, 'Kiln crew'],
  [
    'people by theirs',
    { name: '', conversationMembers: [person('Ana', 'Ortega')], memberCount: 2 },
    'your conversation with Ana Ortega',
  ],
  ['no one who has left', { name: '', conversationMembers: [], memberCount: 1 }, 'this conversation'],
])('the beginning of a conversation names %s', (_, view, words) => expect(beginningOf(view)).toBe(words));

const people = (count: number) => Array.from({ length: count }, (_, n) => `person ${n}`);
test.each([
  ['nobody', [], 'personal.nobody'],
  ['only yourself', ['me', 'me'], 'personal.nobody'],
  ['one other person', ['ana'], 'yes'],
  ['the most people including yourself', people(LIMITS.people - 1), 'yes'],
  ['the same people several times', [...people(LIMITS.people - 1), ...people(LIMITS.people - 1), 'me'], 'yes'],
  ['one person too many', people(LIMITS.people), 'personal.too-many'],
])('starting a conversation with %s is decided', (_, users, says) => expect(code(canStart(users, 'me'))).toBe(says));

const group = { type: 'group', joined: true, isOwn: false };
test.each([
  ['a group', group, 'yes', 'yes', 'personal.not-yours'],
  ['your own group', { ...group, isOwn: true }, 'yes', 'yes', 'yes'],
  ['an event’s group', { ...group, type: 'event-group' }, 'personal.named-by-event', 'yes', 'personal.not-yours'],
  [
    'a one-to-one conversation',
    { type: 'one-to-one', joined: true, isOwn: true },
    'personal.not-a-group',
    'personal.not-a-group',
    'personal.not-a-group',
  ],
  [
    'a group you are not in',
    { ...group, joined: false, isOwn: true },
    'core.not-found',
    'core.not-found',
    'core.not-found',
  ],
])('changing %s, leaving it and removing others are decided', (_, conversation, change, leave, remove) =>
  expect([
    code(canChange(conversation)),
    code(canTakeOut(conversation, 'me', 'me')),
    code(canTakeOut(conversation, 'ana', 'me')),
  ]).toEqual([change, leave, remove]),
);
