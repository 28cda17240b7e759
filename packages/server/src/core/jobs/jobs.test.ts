import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../test/fixtures/until.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { createLog } from '../log.ts';
import { createJobs, type Queue } from './jobs.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const started = async (queue: Queue<never>) => {
  const jobs = createJobs(world.database, createLog({ ...world.config, logLevel: 'silent' }));
  jobs.serve([queue]);
  await jobs.start();
  return jobs;
};

describe('jobs', () => {
  test('jobs that are fetched together share one time limit, even in an existing queue', async () => {
    const secondsOf = async () =>
      (await sql<{ n: number }>`select expire_seconds as n from jobs.queue where name = 'several'`.execute(world.db))
        .rows[0]?.n;
    const one = await started({ name: 'several', work: async () => undefined });
    const alone = (await secondsOf()) ?? 0;
    await one.stop();
    const ten = await started({ name: 'several', batchSize: 10, work: async () => undefined });
    expect(await secondsOf()).toBe(alone * 10);
    await ten.stop();
  });

  test('jobs that would run for long end early when the process stops', async () => {
    let rounds = 0;
    const jobs = await started({
      name: 'endless',
      drains: true,
      work: async (_, stopping) => {
        while (!stopping()) {
          rounds += 1;
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
    jobs.wake('endless');
    await until(() => expect(rounds).toBeGreaterThan(10));
    await jobs.stop();
    const then = rounds;
    await new Promise((resolve) => setImmediate(resolve));
    expect(rounds).toBe(then);
  });
});
