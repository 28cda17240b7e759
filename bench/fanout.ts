import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { BenchWorld } from './world.ts';

const READERS = 1000;
const BURST = 60;
const SINGLE = 20;

const ROUNDS = 5;

export type FanOut = { readers: number; perSecond: number; lastReaderMs: number };
/** Of the middle round, with the ratios of the worst and the best. */
export type ComparedFanOut = { ours: FanOut; floor: FanOut; ratio: number; spread: [least: number, most: number] };

/** Opens sockets, one token after another, and waits until each is admitted; without tokens none says hello. */
export async function connect(url: string, count: number, tokens: readonly string[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const batch = Array.from(
      { length: Math.min(100, count - sockets.length) },
      () => new WebSocket(url, { perMessageDeflate: false }),
    );
    await Promise.all(batch.map((socket, index) => opened(socket, tokens[index % tokens.length])));
    sockets.push(...batch);
  }
  return sockets;
}

function opened(socket: WebSocket, token: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('open', () => {
      if (token === undefined) return resolve();
      socket.once('message', () => resolve());
      socket.send(JSON.stringify({ type: 'hello', token }));
    });
  });
}

/** @returns a function that sends through `send`, and counts until every reader has every message. */
function measuring(sockets: WebSocket[], send: () => unknown): () => Promise<FanOut> {
  let heard = 0;
  let wanted = 0;
  let done: () => void = () => undefined;
  for (const socket of sockets) {
    socket.on('message', () => {
      heard += 1;
      if (heard === wanted) done();
    });
  }
  const round = async (messages: number) => {
    heard = 0;
    wanted = messages * sockets.length;
    const all = new Promise<void>((resolve) => {
      done = resolve;
    });
    const began = performance.now();
    const sent: unknown[] = [];
    for (let n = 0; n < messages; n += 1) sent.push(send());
    await Promise.all([all, ...sent]);
    return performance.now() - began;
  };
  return async () => {
    await round(3);
    const burst = await round(BURST);
    const singles: number[] = [];
    for (let n = 0; n < SINGLE; n += 1) singles.push(await round(1));
    singles.sort((a, b) => a - b);
    return {
      readers: sockets.length,
      perSecond: (BURST * sockets.length * 1000) / burst,
      lastReaderMs: singles[Math.floor(SINGLE / 2)] ?? 0,
    };
  };
}

/** One message to a thousand readers on one process or several: by our send call, and by a bare loop over sockets. */
export async function compareFanOut(
  ours: readonly string[],
  floor: string,
  world: BenchWorld,
): Promise<ComparedFanOut> {
  const [first = ''] = ours;
  const share = Math.ceil(READERS / ours.length);
  const own = (
    await Promise.all(ours.map((url) => connect(`${url.replace('http', 'ws')}/live`, share, world.listeners)))
  ).flat();
  const send = () =>
    fetch(`${first}/api/v1/conversations/${world.busy.conversationId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: randomUUID(), text: 'bring a tray and a pencil for the log' }),
    }).then((answer) => answer.text());
  const bare = await connect(floor.replace('http', 'ws'), READERS, []);
  const frame = `send ${'x'.repeat(620)}`;
  const [sender] = bare;
  const [measureOurs, measureFloor] = [measuring(own, send), measuring(bare, () => sender?.send(frame))];
  const rounds: Omit<ComparedFanOut, 'spread'>[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const [measured, floorMeasured] = [await measureOurs(), await measureFloor()];
    rounds.push({ ours: measured, floor: floorMeasured, ratio: measured.perSecond / floorMeasured.perSecond });
  }
  for (const socket of [...own, ...bare]) socket.terminate();
  rounds.sort((a, b) => a.ratio - b.ratio);
  const middle = rounds[Math.floor(ROUNDS / 2)];
  if (!middle) throw new Error('Nothing was measured.');
  return { ...middle, spread: [rounds[0]?.ratio ?? 0, rounds.at(-1)?.ratio ?? 0] };
}
