import { JOINS, type JoinLine } from '@folkmoot/contract/communities/schema.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { conversationFacts } from '../../../test/conversations.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { Composer } from '../composer/Composer.tsx';
import { joinWords } from '../keyboard/message-words.ts';
import { draftOf } from '../outbox/drafts.ts';
import { JoinRow } from './JoinRow.tsx';

const [ana, ben, cleo] = [memberView('Ana', 'Cruz'), memberView('Ben', 'Cruz'), memberView('Cleo', 'Cruz')];
const line = (people: JoinLine['people'], count = people.length): JoinLine => ({
  at: '2026-01-05T10:00:00.000Z',
  count,
  people,
});
const hello = page.getByRole('button', { name: 'Say hello' });

async function drawRow(joins: JoinLine, facts: ConversationFacts = conversationFacts(), me = cleo.id): Promise<void> {
  await draw(
    <>
      <JoinRow facts={facts} joins={joins} me={me} onPerson={() => undefined} />
      <Composer facts={facts} name="hearth" around={undefined} people={undefined} onEditLast={() => undefined} />
    </>,
  );
  await expect.element(page.getByText(/joined$/)).toBeVisible();
}

test.each([
  [line([ana]), 'Ana Cruz joined'],
  [line([ana, ben]), 'Ana Cruz and Ben Cruz joined'],
  [line([ana, cleo]), 'Ana Cruz and you joined'],
  [line([cleo]), 'You joined'],
  [line([ana, ben, cleo], 4), 'Ana Cruz, Ben Cruz, you and 1 other joined'],
  [line([ana, ben], 500), 'Ana Cruz, Ben Cruz and 498 others joined'],
  [line([ana, ben], JOINS.counted), 'Ana Cruz, Ben Cruz and many others joined'],
])('joins: %# says %s', (joins, words) => {
  expect(joinWords(joins, cleo.id)).toBe(words);
});

test('joins: saying hello puts a greeting into the composer, behind what is written already, and sends nothing', async () => {
  const facts = conversationFacts();
  await drawRow(line([ana, ben]), facts);
  await expectAccessible();
  await hello.click();
  const box = page.getByRole('textbox', { name: 'Message hearth' });
  await expect.element(box).toHaveValue('Hello @ana @ben 👋 ');
  await expect.element(box).toHaveFocus();
  await box.fill('Tea at four.');
  await hello.click();
  await expect.element(box).toHaveValue('Tea at four. Hello @ana @ben 👋 ');
  expect(draftOf(facts.id).text).toBe('Tea at four. Hello @ana @ben 👋 ');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test.each([
  ['yourself', line([cleo]), conversationFacts()],
  ['a raid', line([ana, ben], 200), conversationFacts()],
  ['anybody where you may not write', line([ana]), conversationFacts({ posting: 'editors' })],
])('joins: nobody is asked to greet %s', async (_, joins, facts) => {
  await draw(<JoinRow facts={facts} joins={joins} me={cleo.id} onPerson={() => undefined} />);
  await expect.element(page.getByText(/joined$/)).toBeVisible();
  expect(hello.elements()).toEqual([]);
});
