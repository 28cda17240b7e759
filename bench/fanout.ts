import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { BenchWorld } from './world.ts';

const READERS = 1000;
const BURST = 60;
const SINGLE = 20;

export type FanOut = { readers: number; perSecond: number; lastReaderMs: number };

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

/** Sends through `send`, and counts until every reader has every message. */
async function measure(sockets: WebSocket[], send: () => unknown): Promise<FanOut> {
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
  await round(3);
  const bursts = [await round(BURST), await round(BURST), await round(BURST)].sort((a, b) => a - b);
  const singles: number[] = [];
  for (let n = 0; n < SINGLE; n += 1) singles.push(await round(1));
  singles.sort((a, b) => a - b);
  const middle = bursts[1] ?? 1;
  return {
    readers: sockets.length,
    perSecond: (BURST * sockets.length * 1000) / middle,
    lastReaderMs: singles[Math.floor(SINGLE / 2)] ?? 0,
  };
}

/** One message to a thousand readers on one process or several: by our send call, and by a bare loop over sockets. */
export async function compareFanOut(
  ours: readonly string[],
  floor: string,
  world: BenchWorld,
): Promise<{ ours: FanOut; floor: FanOut }> {
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
  const measured = await measure(own, send);
  for (const socket of own) socket.terminate();

  const bare = await connect(floor.replace('http', 'ws'), READERS, []);
  const frame = `send ${'x'.repeat(620)}`;
  const [sender] = bare;
  const floorMeasured = await measure(bare, () => sender?.send(frame));
  for (const socket of bare) socket.terminate();
  return { ours: measured, floor: floorMeasured };
}
