import { sendMessage, suggestMentions } from '@folkmoot/contract/conversations/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

/* Which people come first when somebody is mentioned. */

let world: World;
let me: Signed;
let otis: Signed;
let conversationId: string;

beforeAll(async () => {
  world = await openWorld();
  me = await world.person({ firstName: 'Zoe', lastName: 'Zane', username: 'zoe' });
  const { id } = await makeCommunity(world.db, me.id);
  const named: [string, string][] = [
    ['Bea', 'Lindqvist'],
    ['Ann', 'Ingham'],
    ['Ines', 'Carvalho'],
    ['Oluwadamilola', 'Reed'],
    ['Otis', 'Reed'],
    ...['Alonso', 'Bono', 'Carlo', 'Diego', 'Enzo', 'Flo', 'Gino', 'Hugo'].map((name): [string, string] => [
      name,
      'Hill',
    ]),
  ];
  const people: Signed[] = [];
  for (const [firstName, lastName] of named)
    people.push(await world.person({ firstName, lastName, username: `${firstName}-${lastName}`.toLowerCase() }));
  const ids = people.map((person) => person.id);
  await addMembers(world.db, id, ids);
  conversationId = (await makeChannel(world.db, id, me.id, { members: [me.id, ...ids] })).conversationId;
  otis = people[4] as Signed;
});
afterAll(() => world.close());

const suggested = async (search: string) =>
  (await world.call(suggestMentions, { conversationId, search }, me)).data.data.map(({ firstName }) => firstName);

test('people whose name begins with what is typed come first, then those of whom a later word does, then the others', async () => {
  expect(await suggested('in')).toEqual(['Ines', 'Ann', 'Bea', 'Gino']);
  expect((await suggested('o')).slice(0, 2)).toEqual(['Oluwadamilola', 'Otis']);
});

test('of those whose names fit alike, the person who wrote last comes first', async () => {
  await world.call(sendMessage, { conversationId, clientId: newId(), text: 'Here I am' }, otis);
  expect((await suggested('o')).slice(0, 2)).toEqual(['Otis', 'Oluwadamilola']);
});
