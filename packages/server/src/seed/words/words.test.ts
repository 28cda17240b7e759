import { Username } from '@folkmoot/contract/accounts/schema.ts';
import { Description, tidyChannelName } from '@folkmoot/contract/channels/schema.ts';
import { Emoji, MessageText } from '@folkmoot/contract/conversations/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { FaqList } from '@folkmoot/contract/home/schema.ts';
import { SECTION_FIELDS } from '@folkmoot/contract/home/sections-schema.ts';
import { Content, LIMITS, QuestionState } from '@folkmoot/contract/qna/schema.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../core/id.ts';
import { homes } from '../home-words.ts';
import { moot } from '../qna-words.ts';
import { categories, channels } from './channels.ts';
import { communities } from './communities.ts';
import { people } from './people.ts';
import { readTalk, type Thread } from './talk.ts';
import { threadsOf } from './threads.ts';

const usernames = new Set(people.map((person) => person.username));
const everyChannel = [
  ...channels.map(({ name, emoji, topic, members }) => ({
    name,
    emoji,
    topic,
    members: members === 'everyone' ? usernames : new Set(members),
    threads: threadsOf(name),
  })),
  ...communities.flatMap((community) =>
    community.channels.map((channel) => ({
      ...channel,
      name: `${community.slug}/${channel.name}`,
      members: new Set(community.members),
    })),
  ),
];

/** Everybody who speaks, reacts or is named in these threads. */
function peopleIn(threads: Thread[]): string[] {
  return threads
    .flat()
    .flatMap(({ by, text, reactions = {} }) => [
      by,
      ...Object.values(reactions).flat(),
      ...[...text.matchAll(/@([a-z]+)/g)].map(([, name = '']) => name),
    ]);
}

test('usernames exist, and everybody has one', () => {
  expect(usernames.size).toBe(people.length);
  for (const name of usernames) expect(Username.parse(name)).toBe(name);
  expect(people.filter((person) => person.role === 'CREATOR')).toHaveLength(1);
});

test('the guild has as many members as it says', () => {
  const [guild] = communities;
  expect([guild?.description.split(' ')[0], guild?.members.length]).toEqual(['Forty', 40]);
});

test('channels and categories fit the contract', () => {
  expect(channels).toHaveLength(12);
  for (const { name, topic, category, isDefault, mode } of channels) {
    expect(tidyChannelName(name)).toBe(name);
    expect(Description.parse(topic)).toBe(topic);
    if (category !== null) expect(categories).toContain(category);
    if (isDefault) expect(mode).toBe('public');
  }
});

describe.each(everyChannel)('$name', ({ members, threads, emoji }) => {
  test('a demo channel has messages by its members that the product accepts', () => {
    expect(threads.length).toBeGreaterThan(0);
    for (const name of peopleIn(threads)) expect(members, name).toContain(name);
    expect(Emoji.parse(emoji)).toBe(emoji);
    for (const { text, reactions = {} } of threads.flat()) {
      expect(MessageText.parse(text)).toBe(text);
      for (const [mark, who] of Object.entries(reactions)) {
        expect(Emoji.safeParse(mark).success, mark).toBe(true);
        expect(new Set(who).size, `${text} ${mark}`).toBe(who.length);
      }
    }
  });
});

test('the demo has enough to read', () => {
  expect(channels.flatMap(({ name }) => threadsOf(name).flat()).length).toBeGreaterThan(1000);
});

test('demo messages are read with their minutes, reactions and lines', () => {
  expect(readTalk('ines: One\n  two {🔥 hal amara; ✅ yuki}\nhal +3: Three: four\n\nyuki: {not} this')).toEqual([
    [
      { by: 'ines', text: 'One\ntwo', reactions: { '🔥': ['hal', 'amara'], '✅': ['yuki'] } },
      { by: 'hal', text: 'Three: four', minutesLater: 3 },
    ],
    [{ by: 'yuki', text: '{not} this' }],
  ]);
  expect(() => readTalk('nobody said this')).toThrow('This is not a line of a conversation');
});

test('the questions of the moot fit the contract, by people who exist', () => {
  const state = new Set(moot.questions.map((question) => question.state ?? 'pending'));
  expect([...state].sort()).toEqual([...QuestionState.options].sort());
  for (const { content, by, comments = [], reason = '', mergedInto } of moot.questions) {
    expect(Content.parse(content)).toBe(content);
    expect(lengthOf(reason)).toBeLessThanOrEqual(LIMITS.reason);
    if (by !== null) expect(usernames).toContain(by);
    if (mergedInto !== undefined) expect(moot.questions.map((question) => question.content)).toContain(mergedInto);
    for (const comment of comments) {
      expect(usernames).toContain(comment.by);
      for (const [emoji, reacting] of Object.entries(comment.reactions ?? {})) {
        expect(Emoji.parse(emoji)).toBe(emoji);
        for (const username of reacting) expect(usernames).toContain(username);
      }
    }
  }
});

test('homes are what the product accepts, of people who are members', () => {
  for (const { slug, faqs = [], sections } of homes) {
    const members = communities.find((community) => community.slug === slug)?.members ?? [];
    expect(FaqList.safeParse({ faqs }).success).toBe(true);
    for (const section of sections) {
      const { title, of, ...rest } = section;
      const items =
        ('items' in rest && rest.items) ||
        ('links' in rest && rest.links) ||
        ('cards' in rest && rest.cards) ||
        ('pictures' in rest && rest.pictures.map(({ alt }) => ({ id: newId(), alt })));
      const read = SECTION_FIELDS[of].safeParse({ title, ...rest, items });
      expect(read.error?.issues ?? []).toEqual([]);
      const named = 'cards' in rest ? rest.cards.flatMap(({ person }) => (person === null ? [] : [person])) : [];
      expect(members).toEqual(expect.arrayContaining(named));
    }
  }
});
