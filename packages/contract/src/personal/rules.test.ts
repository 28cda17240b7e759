import { expect, test } from 'vitest';
import type { Decision } from '../core/problem.ts';
import { canChange, canStart, canTakeOut, titleOf } from './rules.ts';
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
  ['the other', { name: '', conversationMembers: [person('Ana', 'Ortega')], memberCount: 2 }, 'Ana Ortega'],
  ['the others', { name: '', conversationMembers: [person('Ana'), person('Ben')], memberCount: 3 }, 'Ana, Ben'],
  ['some, and how many more', { name: '', conversationMembers: [person('Ana')], memberCount: 5 }, 'Ana and 3 more'],
  ['nobody left', { name: '', conversationMembers: [], memberCount: 1 }, 'Just you'],
])('a conversation is called by %s', (_, view, title) => expect(titleOf(view)).toBe(title));

const people = (count: number) => Array.from({ length: count }, (_, n) => `person ${n}`);
test.each([
  ['nobody', [], 'personal.nobody'],
  ['only oneself', ['me', 'me'], 'personal.nobody'],
  ['one other', ['ana'], 'yes'],
  ['as many as it holds with oneself', people(LIMITS.people - 1), 'yes'],
  ['the same again and again', [...people(LIMITS.people - 1), ...people(LIMITS.people - 1), 'me'], 'yes'],
  ['one too many', people(LIMITS.people), 'personal.too-many'],
])('a conversation with %s', (_, users, says) => expect(code(canStart(users, 'me'))).toBe(says));

const group = { type: 'group', joined: true, isOwn: false };
test.each([
  ['a group', group, 'yes', 'yes', 'personal.not-yours'],
  ["one's own group", { ...group, isOwn: true }, 'yes', 'yes', 'yes'],
  ['an event’s group', { ...group, type: 'event-group' }, 'yes', 'yes', 'personal.not-yours'],
  [
    'two alone',
    { type: 'one-to-one', joined: true, isOwn: true },
    'personal.not-a-group',
    'personal.not-a-group',
    'personal.not-a-group',
  ],
  ['somebody else’s', { ...group, joined: false, isOwn: true }, 'core.not-found', 'core.not-found', 'core.not-found'],
])('%s is changed, left, and others taken out', (_, conversation, change, leave, remove) =>
  expect([
    code(canChange(conversation)),
    code(canTakeOut(conversation, 'me', 'me')),
    code(canTakeOut(conversation, 'ana', 'me')),
  ]).toEqual([change, leave, remove]),
);
