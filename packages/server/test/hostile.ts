import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

/*
 * What a hostile account does to a running server, each bounded in count and time, and how long others wait at the
 * same time.
 */

/** A running server, and people who use it while it is attacked. */
export type Target = { url: string; pid: number; tokens: readonly string[] };

/** One call with nothing in between: the status, 0 where the connection broke. */
export function ask(
  { url }: Pick<Target, 'url'>,
  method: string,
  path: string,
  {
    token,
    body,
    agent,
    headers = {},
  }: { token?: string; body?: string; agent?: Agent; headers?: Record<string, string> } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      new URL(path, url),
      {
        method,
        ...(agent ? { agent } : {}),
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', () => resolve(0));
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

/** Another person's waiting time in milliseconds: the 99th percentile. */
export type Waiting = { p50: number; p90: number; p99: number; worst: number; calls: number; failed: number };

/** Calls as other people, one every few milliseconds, until `until` resolves. */
export async function waitingOf(
  target: Target,
  path: (n: number) => string,
  until: Promise<unknown>,
): Promise<Waiting> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  let failed = 0;
  let over = false;
  void until.finally(() => {
    over = true;
  });
  for (let n = 0; !over; n += 1) {
    const who = n % target.tokens.length;
    const since = performance.now();
    const status = await ask(target, 'GET', path(who), { token: target.tokens[who] ?? '', agent });
    taken.push(performance.now() - since);
    if (status !== 200) failed += 1;
    await pause(4);
  }
  agent.destroy();
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(Math.floor(taken.length * share), taken.length - 1)] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), worst: taken.at(-1) ?? 0, calls: taken.length, failed };
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Megabytes of memory that a process uses. */
export function megabytesOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}

/** Runs `work` in this many lanes at once, until the time is over. */
export async function flood(lanes: number, ms: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + ms;
  let count = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < end) {
        count += 1;
        await work(count);
      }
    }),
  );
  return count;
}

/** A socket past its `hello` that reads nothing from then on. */
export async function deafSocket({ url }: Pick<Target, 'url'>, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`);
  socket.on('error', () => undefined);
  await new Promise((resolve, reject) => {
    socket.once('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
    socket.once('message', resolve);
    socket.once('close', reject);
  });
  (socket as unknown as { _socket: Socket })._socket.pause();
  return socket;
}

/** Connections that send the head of a request and then nothing. */
export async function slowBodies({ url }: Pick<Target, 'url'>, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(
        'POST /api/v1/servers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
      );
      return socket;
    }),
  );
}
