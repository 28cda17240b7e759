import { openWithPasscode } from '@folkmoot/contract/events/api.ts';
import { PASSCODE_TRIES } from '@folkmoot/contract/events/passcode-rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/core/id.ts';
import { eventFixtures } from './fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on' });
});
afterAll(() => world.close());

describe('rate limits', () => {
  test('rate limits slow down many people guessing a passcode together, and lock out nobody who has it', async () => {
    const host = await world.person();
    const at = eventFixtures(world, host);
    const { id } = await at.published({ visibility: 'private', passcode: 'clay and fire' });
    const open = async (passcode: string, as: Signed) =>
      (await world.call(openWithPasscode, { eventId: id, passcode }, as)).status;
    const guesser = await world.person();
    for (let n = 0; n < PASSCODE_TRIES.own; n += 1) expect(await open('a guess', guesser)).toBe(403);
    // Many other people guessed an hour ago, and one person does now.
    const now = world.clock.now().getTime();
    const tries = Array.from({ length: PASSCODE_TRIES.slowest }, (_, n) => ({
      event_id: id,
      id: newId(),
      caller: `c${n}`,
      correct: false,
      at: new Date(n === 0 ? now : now - 3_600_000),
    }));
    await world.db.insertInto('passcode_tries').values(tries).execute();
    expect(await open('clay and fire', guesser)).toBe(429);
    // Many people together do not use up anybody's calls either.
    const missing = newId();
    for (let n = 0; n < 61; n += 1)
      expect(
        (await world.call(openWithPasscode, { eventId: missing, passcode: 'guess' }, await world.person())).status,
      ).toBe(404);
    const slips = await world.person();
    expect([await open('a slip', slips), await open('clay and fire', slips)]).toEqual([403, 200]);
  });
});
