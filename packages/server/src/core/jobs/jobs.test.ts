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
  const jobs = createJobs(world.database, { log: createLog({ ...world.config, logLevel: 'silent' }) });
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

  test('work that is woken at any moment of a run is done once more, also if that run fails', async () => {
    const fails = new Set([2]);
    let [begun, done] = [0, 0];
    let end = () => {};
    const jobs = await started({
      name: 'woken',
      drains: true,
      async work() {
        begun += 1;
        const number = begun;
        await new Promise<void>((resolve) => (end = resolve));
        if (fails.has(number)) throw new Error('The second run fails.');
        done += 1;
      },
    });
    jobs.wake('woken');
    await until(() => expect(begun).toBe(1));
    jobs.wake('woken');
    end();
    await until(() => expect(begun).toBe(2));
    // This run fails, and was woken before it did.
    jobs.wake('woken');
    end();
    await until(() => expect(begun).toBe(3));
    // The run is over, and each of the moments until somebody else could see that.
    for (let moments = 0; moments < 12; moments += 1) {
      const before = begun;
      end();
      for (let n = 0; n < moments; n += 1) await Promise.resolve();
      jobs.wake('woken');
      await until(() => expect(begun, `woken ${moments} moments after the end`).toBe(before + 1));
    }
    expect(done).toBe(begun - 2);
    end();
    await jobs.stop();
  });
});
