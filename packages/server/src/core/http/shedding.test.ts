import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ALL } from '../../../test/scope.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { createHttp } from './http.ts';

/** Keeps the event loop busy, as a start on a slow machine does. */
const block = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

test('a server whose start has kept it busy takes the first requests; one that is busy later says so', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const http = await createHttp({ config, log: createLog(config) }, true, undefined);
  http.get('/here', { config: { unlimited: 'a test' } }, () => 'here');
  await http.ready();
  const statuses = async (rounds: number) => {
    const seen = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      seen.add((await fetch(`${address}/here`, { headers: { host: '127.0.0.1' } })).status);
      await wait(100);
    }
    return [...seen];
  };
  block(3300);
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  try {
    expect(await statuses(12)).toEqual([200]);
    if (!ALL) return;
    await wait(1500);
    for (let round = 0; round < 3; round += 1) {
      block(3300);
      await wait(1);
    }
    expect(await statuses(3)).toContain(503);
  } finally {
    await http.close();
  }
}, 30_000);
