import { openWithPasscode } from '@folkmoot/contract/events/api.ts';
import { PASSCODE_TRIES } from '@folkmoot/contract/events/passcode-rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { countWrongTries, findTries, insertTry } from './passcodes-store.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const SECOND = 1000;
const DAY = 86_400 * SECOND;

test('wrong attempts of the last minute count only from callers who never had the passcode right', async () => {
  const at = eventFixtures(world, await world.person());
  const closed = { visibility: 'private', passcode: 'clay and fire' } as const;
  const [{ id }, other] = [await at.published(closed), await at.published(closed)];
  const now = world.clock.now();
  const tried = (caller: string, correct: boolean, ago: number, eventId = id) =>
    insertTry(world.db, eventId, caller, correct, new Date(now.getTime() - ago));
  await tried('guesser', false, 59 * SECOND);
  await tried('guesser', false, 0);
  await tried('another', false, SECOND);
  // Too long ago, at another event, correct, or by a person who once had it right, however long ago.
  await tried('guesser', false, 61 * SECOND);
  await tried('guesser', false, DAY + SECOND);
  await tried('guesser', false, 0, other.id);
  await tried('comes', true, 0);
  await tried('knows', true, 9 * DAY);
  await tried('knows', false, SECOND);
  expect(await findTries(world.db, id, 'guesser', now)).toEqual({ wrong: 5, own: 3, lately: 3, trusted: false });
  expect(await findTries(world.db, id, 'knows', now)).toEqual({ wrong: 5, own: 1, lately: 3, trusted: true });
  expect(await findTries(world.db, id, 'nobody', now)).toEqual({ wrong: 5, own: 0, lately: 3, trusted: false });
  expect(await countWrongTries(world.db, id, now)).toBe(5);
  expect(await countWrongTries(world.db, other.id, now)).toBe(1);
});

test('people who had the passcode right use up no attempt while strangers are slowed down', async () => {
  const at = eventFixtures(world, await world.person());
  const { id } = await at.published({ visibility: 'private', passcode: 'clay and fire' });
  const now = world.clock.now();
  const before = new Date(now.getTime() - 3_600_000);
  for (let n = 0; n < PASSCODE_TRIES.slow; n += 1) await insertTry(world.db, id, 'crowd', false, before);
  await insertTry(world.db, id, 'knows', true, before);
  for (let n = 0; n < 20; n += 1) await insertTry(world.db, id, 'knows', false, now);
  const guest = await world.person();
  for (let n = 0; n < PASSCODE_TRIES.own; n += 1) await insertTry(world.db, id, guest.id, false, before);
  expect((await world.call(openWithPasscode, { eventId: id, passcode: 'clay and fire' }, guest)).status).toBe(200);
});

test('many strangers at once get no more attempts than one after another', async () => {
  const at = eventFixtures(world, await world.person());
  const { id } = await at.published({ visibility: 'private', passcode: 'clay and fire' });
  const before = new Date(world.clock.now().getTime() - 3_600_000);
  for (let n = 0; n < PASSCODE_TRIES.slow; n += 1) await insertTry(world.db, id, 'crowd', false, before);
  const guessers = await Promise.all(Array.from({ length: 15 }, () => world.person()));
  for (const { id: caller } of guessers)
    for (let n = 0; n < PASSCODE_TRIES.own; n += 1) await insertTry(world.db, id, caller, false, before);
  const open = async (as: (typeof guessers)[number]) =>
    (await world.call(openWithPasscode, { eventId: id, passcode: 'a guess' }, as)).status;
  const answers = await Promise.all(guessers.map(open));
  expect([403, 429].map((status) => answers.filter((one) => one === status).length)).toEqual([6, 9]);
});
