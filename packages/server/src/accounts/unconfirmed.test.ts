import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { expect, test } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { makePerson } from '../seed/builders.ts';
import { accountQueues } from './jobs.ts';
import { dropUnconfirmed } from './store.ts';

const DAY = 86_400_000;

let number = 0;
function newcomer(username: string) {
  number += 1;
  const email = `newcomer${number}@alderwick.example`;
  return { firstName: 'Ines', lastName: 'Carvalho', email, username, password: 'three quiet kilns', timeZone: 'UTC' };
}

const signUp = async (world: World, username: string) =>
  (await world.call(api.signUp, newcomer(username))).problem?.code;

/** People who signed up so long ago, and never confirmed their address. */
async function leaveBehind({ db, clock }: World, count: number, ageMs: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => makePerson(db)));
  const ids = people.map(({ id }) => id);
  await db
    .updateTable('users')
    .set({ email_verified: false, created_at: new Date(clock.now().getTime() - ageMs) })
    .where('id', 'in', ids)
    .execute();
  return ids;
}

const countOf = async ({ db }: World, ids: string[]) =>
  (await db.selectFrom('users').select('id').where('id', 'in', ids).execute()).length;

test('sign-up: an unconfirmed account keeps its username for a day', async () => {
  const world = await openWorld();
  await world.app.jobs.start();
  expect(await signUp(world, 'quiet-kiln')).toBeUndefined();
  expect(await signUp(world, 'quiet-kiln')).toBe(refusals.usernameTaken.code);
  world.clock.moveBy(DAY + 60_000);
  expect(await signUp(world, 'quiet-kiln')).toBeUndefined();
  await world.close();
});

test('sign-up: what others left unconfirmed is removed by a job, however much it is, and not while somebody waits', async () => {
  const world = await openWorld();
  const old = await leaveBehind(world, 130, DAY + 60_000);
  const recent = await leaveBehind(world, 2, DAY / 2);
  const now = world.clock.now();
  await dropUnconfirmed(world.db, { email: 'ines@alderwick.example', username: 'ines', ticket: 'none' }, now);
  expect(await countOf(world, old)).toBe(130);

  const parts = { ...world.app, db: world.db, config: world.config, appUrl: () => '' };
  const queue = accountQueues(parts).find(({ name }) => name === 'accounts.unconfirmed');
  await queue?.work({} as never, () => false);
  expect([await countOf(world, old), await countOf(world, recent)]).toEqual([0, 2]);
  await world.close();
});
