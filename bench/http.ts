import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { BenchWorld } from './world.ts';

const SECONDS = 4;
const ROUNDS = 5;
export const CONNECTIONS = 16;

export type Measured = { perSecond: number; p99: number; errors: number };
export type Compared = {
  work: string;
  ours: Measured;
  floor: Measured;
  /** Of the middle round. */
  ratio: number;
  /** The lowest and the highest ratio of all rounds. */
  spread: [least: number, most: number];
  goal: number;
  tail: number;
};

type Asked = { path: string; token?: string; body?: string; headers?: Record<string, string> };
type Target = { method: 'GET' | 'POST' | 'PUT'; next: () => Asked };
export type Work = {
  work: string;
  goal: number;
  ours: Target;
  floor: Target;
  /** Waits until ours has finished its deferred work, so that it takes nothing from the floor. */
  settle?: () => Promise<void>;
};

const clientMessage = () => JSON.stringify({ clientId: randomUUID(), text: 'bring a tray and a pencil for the log' });

/** The two that must cost the same however much data there is. */
export function growing({ busy, token }: BenchWorld): { work: string; ours: Target }[] {
  const path = `/api/v1/conversations/${busy.conversationId}/messages`;
  return [
    { work: 'newest 50 messages', ours: { method: 'GET', next: () => ({ path, token }) } },
    { work: 'send a message', ours: { method: 'POST', next: () => ({ path, token, body: clientMessage() }) } },
  ];
}

/** What is measured over HTTP: our call, and the floor's. */
export function works({ serverId, busy, other, movers, floorMovers, readers, deep }: BenchWorld): Work[] {
  const conversation = `/api/v1/conversations/${busy.conversationId}/messages`;
  // Different people, in turn: the calls of one person wait for each other.
  let reads = 0;
  const token = () => readers[reads++ % readers.length]?.token ?? '';
  const get = (path: string): Target => ({ method: 'GET', next: () => ({ path, token: token() }) });
  const send = (path: string): Target => ({
    method: 'POST',
    next: () => ({ path, token: token(), body: clientMessage() }),
  });
  /** One person after another joins, then one after another leaves. */
  const move = <Mover>(people: readonly Mover[], call: (mover: Mover, joins: boolean) => Asked): Target => {
    let turn = 0;
    return {
      method: 'POST',
      next() {
        const mover = people[turn % people.length] as Mover;
        const joins = Math.floor(turn / people.length) % 2 === 0;
        turn += 1;
        return call(mover, joins);
      },
    };
  };
  return [
    { work: 'browse 200 channels', goal: 0.7, ours: get(`/api/v1/${serverId}/channels/browse`), floor: get('/browse') },
    { work: 'newest 50 messages', goal: 0.85, ours: get(conversation), floor: get('/newest') },
    {
      work: '50 messages deep in history',
      goal: 0.7,
      ours: get(`${conversation}?before=${deep()}`),
      floor: get(`/deep?${deep()}`),
    },
    {
      work: 'unread counts of 200 channels',
      goal: 0.7,
      ours: get('/api/v1/conversations/counts'),
      floor: get('/counts'),
    },
    { work: 'send a message', goal: 0.8, ours: send(conversation), floor: send('/send') },
    {
      work: 'join or leave a channel',
      goal: 0.6,
      ours: move(movers, ({ token }, joins) => ({
        path: `/api/v1/${serverId}/channels/${joins ? 'join' : 'leave'}-member`,
        token,
        body: JSON.stringify({ channelId: other.channelId }),
      })),
      floor: move(floorMovers, (userId, joins) => ({
        path: joins ? '/join' : '/leave',
        body: JSON.stringify({ userId }),
      })),
    },
  ];
}

/** Puts load on one address for a while. */
export async function load(url: string, target: Target, seconds: number): Promise<Measured> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: target.method,
        setupRequest: (request: autocannon.Request) => {
          const { path, token, body, headers: more } = target.next();
          const headers = {
            ...more,
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
          };
          return { ...request, path, headers, ...(body ? { body } : {}) };
        },
      },
    ],
  });
  const unchanged =
    (result as { statusCodeStats?: Record<string, { count: number }> }).statusCodeStats?.[304]?.count ?? 0;
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx - unchanged,
  };
}

/** The ratio of the middle round, with those of the worst and the best. */
export function ratioWithSpread({ ratio, spread: [least, most] }: Pick<Compared, 'ratio' | 'spread'>): string {
  return `${ratio.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** Ours, the floor, ours, the floor …: fluctuations of the machine affect both. The middle round counts. */
export async function compare(
  ours: string,
  floor: string,
  all: readonly Work[],
  say: (text: string) => void,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const one of all) {
    await load(ours, one.ours, 1);
    await one.settle?.();
    await load(floor, one.floor, 1);
    const rounds: { ours: Measured; floor: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await load(ours, one.ours, SECONDS);
      await one.settle?.();
      rounds.push({ ours: own, floor: await load(floor, one.floor, SECONDS) });
    }
    const ratioOf = (round: (typeof rounds)[number]) => round.ours.perSecond / round.floor.perSecond;
    rounds.sort((a, b) => ratioOf(a) - ratioOf(b));
    const [first, middle, last] = [rounds[0], rounds[Math.floor(ROUNDS / 2)], rounds.at(-1)];
    if (!first || !middle || !last) continue;
    const result = {
      work: one.work,
      ...middle,
      goal: one.goal,
      ratio: ratioOf(middle),
      spread: [ratioOf(first), ratioOf(last)] satisfies [number, number],
      tail: middle.ours.p99 / Math.max(middle.floor.p99, 1),
    };
    compared.push(result);
    say(
      `${one.work}: ${Math.round(result.ours.perSecond)} of the floor's ${Math.round(result.floor.perSecond)} a second, ${ratioWithSpread(result)} (goal ${one.goal}); errors ${result.ours.errors} and ${result.floor.errors}`,
    );
  }
  return compared;
}
