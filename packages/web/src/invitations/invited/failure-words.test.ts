import { expect, test } from 'vitest';
import { failureWords } from './failure-words.ts';

test.each([
  ['550 5.1.1 No such user', 'The address doesn’t exist'],
  ['550-5.1.10 RESOLVER.ADR.RecipientNotFound', 'The address doesn’t exist'],
  ['552 5.2.2 Mailbox full', 'The mailbox is full'],
  ['554 5.7.1 Message rejected', '554 5.7.1 Message rejected'],
  ['554 Refused by 10.5.1.1', '554 Refused by 10.5.1.1'],
])('invitations: what a mail server answered (%s) is said as “%s”', (answer, words) => {
  expect(failureWords(answer)).toBe(words);
});
