import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { makePerson } from '../../src/seed/builders.ts';
import { until } from '../fixtures/until.ts';
import { type ServerProcess, startServerProcess, stop, tokenOf } from '../server-process.ts';

/* What a proxy sees of a process that is asked to end: a real one, with SIGTERM. */

let product: ServerProcess;
let token: string;
let userId: string;

beforeAll(async () => {
  product = await startServerProcess();
  await product.inside(async (db, app) => {
    userId = (await makePerson(db)).id;
    token = await tokenOf(db, app, userId);
  });
}, 60_000);
afterAll(() => product.close());

const status = async (url: string) => (await fetch(url)).status;

describe('a process that leaves', () => {
  test('is not ready from SIGTERM on and answers everything until its time is over, and a second signal ends it at once', async () => {
    const { child, url } = await product.start({ DRAIN_SECONDS: '300' });
    const ended = once(child, 'exit');
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'hello', token }));
    await once(socket, 'message');
    const before = await fetch(`${url}/readyz`);
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);

    child.kill('SIGTERM');
    await until(async () => expect(await status(`${url}/readyz`)).toBe(503));
    const leaving = await fetch(`${url}/readyz`);
    expect(await leaving.json()).toMatchObject({ code: 'core.not-ready' });
    // Its connections are not kept, so that none is used again while it is closed.
    expect(leaving.headers.get('connection')).toBe('close');
    const own = await fetch(`${url}/api/v1/profile/${userId}`, { headers: { authorization: `Bearer ${token}` } });
    expect(own.status).toBe(200);
    expect(await status(`${url}/healthz`)).toBe(200);
    expect(socket.readyState).toBe(WebSocket.OPEN);

    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('ends by itself when its time is over', async () => {
    const { child } = await product.start({ DRAIN_SECONDS: '1' });
    expect(await stop(child)).toBe(0);
  });

  test('ends at once on Ctrl-C', async () => {
    const { child } = await product.start({ DRAIN_SECONDS: '300' });
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });
});
