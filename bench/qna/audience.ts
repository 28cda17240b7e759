import { setTimeout } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { connect } from '../fanout.ts';
import type { QnaWorld } from './world.ts';

const SECONDS = 10;
const PER_SECOND = 200;
/** How often a second a bare loop sends: as often as ours may. */
const FRAMES = 4;

export type Audience = {
  people: number;
  votes: number;
  /** Frames about votes that a reader got in the second in which they got most. */
  most: number;
  /** Frames delivered a second, ours and a bare loop's. */
  perSecond: number;
  floorPerSecond: number;
  /** Milliseconds from the answer to the last vote until its count was everywhere. */
  lastMs: number;
};

type Frame = { name?: string; data?: { votes?: { _id: string; votes: number; rev: number }[] } };

/** A thousand people watch while two hundred votes a second are cast. */
export async function measureAudience(ours: string, floor: string, { watched, people }: QnaWorld): Promise<Audience> {
  const { eventId, questionIds } = watched;
  const tokens = people.map(({ token }) => token);
  const sockets = await connect(`${ours.replace('http', 'ws')}/live`, people.length, tokens);
  await Promise.all(sockets.map((socket) => attended(socket, eventId)));
  /** Of each reader: when frames came, and the newest count of each question. */
  const readers = sockets.map((socket) => {
    const reader = { times: [] as number[], revs: new Map<string, number>(), newest: 0 };
    socket.on('message', (raw) => {
      const { name, data } = JSON.parse(String(raw)) as Frame;
      if (name !== 'question.votes') return;
      reader.times.push(performance.now());
      for (const { _id, rev } of data?.votes ?? []) {
        reader.revs.set(_id, Math.max(rev, reader.revs.get(_id) ?? 0));
        reader.newest = performance.now();
      }
    });
    return reader;
  });
  const last = new Map<string, number>();
  let answered = 0;
  const vote = async (turn: number) => {
    const questionId = questionIds[turn % questionIds.length] ?? '';
    const person = people[Math.floor(turn / questionIds.length) % people.length];
    const reply = await fetch(`${ours}/qna/${eventId}/questions/${questionId}/vote`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ voted: true }),
    });
    if (!reply.ok) throw new Error(`A vote was refused: ${reply.status} ${await reply.text()}`);
    const { data } = (await reply.json()) as { data: { rev: number } };
    last.set(questionId, Math.max(data.rev, last.get(questionId) ?? 0));
    answered = performance.now();
  };
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let turn = 0; turn < SECONDS * PER_SECOND; turn += 1) {
    const due = began + (turn * 1000) / PER_SECOND;
    if (due > performance.now()) await setTimeout(due - performance.now());
    sent.push(vote(turn));
  }
  await Promise.all(sent);
  const isEverywhere = () =>
    readers.every(({ revs }) => [...last].every(([questionId, rev]) => (revs.get(questionId) ?? 0) >= rev));
  while (!isEverywhere()) {
    if (performance.now() - answered > 10_000) throw new Error('The last count did not reach everybody.');
    await setTimeout(5);
  }
  const lastMs = Math.max(0, Math.max(...readers.map(({ newest }) => newest)) - answered);
  const took = (performance.now() - began) / 1000;
  const frames = readers.reduce((sum, { times }) => sum + times.length, 0);
  const most = Math.max(...readers.map(({ times }) => mostInASecond(times)));
  for (const socket of sockets) socket.terminate();
  const floorPerSecond = await measureBare(floor, people.length);
  return { people: people.length, votes: SECONDS * PER_SECOND, most, perSecond: frames / took, floorPerSecond, lastMs };
}

/** A bare loop that sends a frame of as many counts to as many readers, as often as ours may. */
async function measureBare(floor: string, count: number): Promise<number> {
  const { port } = (await (await fetch(`${floor}/sockets`)).json()) as { port: number };
  const sockets = await connect(`ws://127.0.0.1:${port}`, count, []);
  let heard = 0;
  for (const socket of sockets) socket.on('message', () => (heard += 1));
  const frame = JSON.stringify({ votes: Array.from({ length: 20 }, () => 'x'.repeat(70)) });
  const began = performance.now();
  for (let n = 0; n < SECONDS * FRAMES; n += 1) {
    sockets[0]?.send(frame);
    const due = began + ((n + 1) * 1000) / FRAMES;
    await setTimeout(Math.max(0, due - performance.now()));
  }
  while (heard < SECONDS * FRAMES * count) await setTimeout(5);
  const took = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.terminate();
  return heard / took;
}

function attended(socket: WebSocket, eventId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = (raw: Buffer) => {
      const { type } = JSON.parse(String(raw)) as { type?: string };
      if (type === 'notAttending') reject(new Error('Somebody may not attend.'));
      if (type !== 'attending') return;
      socket.off('message', hear);
      resolve();
    };
    socket.on('message', hear);
    socket.send(JSON.stringify({ type: 'attend', eventId }));
  });
}

function mostInASecond(times: readonly number[]): number {
  return times.reduce(
    (most, time, at) => Math.max(most, times.filter((other, n) => n >= at && other < time + 1000).length),
    0,
  );
}
