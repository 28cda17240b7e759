import { writeFileSync } from 'node:fs';
import { isUsernameFree } from '@folkmoot/contract/accounts/api.ts';
import { createCommunity } from '@folkmoot/contract/communities/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { openPool } from './db/pool.ts';
import { problemOf } from './http/error-mapping.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('storage that fails', () => {
  test('on a full disk nothing is written, in a sentence, and everything can still be read', async () => {
    const full = await openWorld({ DISK_RESERVE_MB: '1000000000', LOG_LEVEL: 'error' });
    const person = await full.person();
    const body = { name: 'A', slug: 'a-b-c', description: '', logo: null, visibility: 'public' } as const;
    expect((await full.call(createCommunity, body, person)).problem).toEqual({
      statusCode: 503,
      code: 'core.storage-full',
      message:
        'The server has run out of storage, so nothing can be saved right now. Please tell the people who run it.',
    });
    expect(await full.call(isUsernameFree, { username: 'ines' })).toMatchObject({ status: 200 });
    expect(full.logged).toContainEqual(expect.objectContaining({ level: 50, msg: 'the disk is full' }));
    await full.close();
  });

  test.each([
    ['a full disk of ours', () => writeFileSync('/dev/full', 'x'), 'core.storage-full'],
    ['a full disk of PostgreSQL', () => raise('53100'), 'core.storage-full'],
    ['a database that is being stopped', () => raise('57P01'), 'core.not-ready'],
    ['a connection that is cut off', cutOff, 'core.not-ready'],
    [
      'a database that is not there',
      () => openPool('postgres://x@localhost/x?host=/nowhere', 1, 'x').db.selectFrom('users').selectAll().execute(),
      'core.not-ready',
    ],
  ])('%s is answered with 503 and a sentence', async (_, fail, code) => {
    const error = await Promise.resolve()
      .then(fail as () => unknown)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    const request = { id: 'x', log: { error: () => undefined } } as never;
    expect(problemOf(error, request)).toMatchObject({ statusCode: 503, code });
  });

  const raise = (code: string) =>
    sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(world.db);

  /** Ends the connection that asks for it: PGlite has only the one, which cannot end itself. */
  async function cutOff(): Promise<unknown> {
    if (world.database.kind === 'pglite') throw new Error('Connection terminated unexpectedly');
    return sql`select pg_terminate_backend(pg_backend_pid())`.execute(world.db);
  }
});
