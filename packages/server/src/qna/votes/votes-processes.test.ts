import { createEvent, publishEvent } from '@folkmoot/contract/events/api.ts';
import * as qna from '@folkmoot/contract/qna/api.ts';
import { register } from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, type ClusterProcess, openCluster, type User } from '../../../test/cluster.ts';
import { testServer } from '../../../test/database.ts';
import { newKey } from '../../../test/fixtures/qna-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { openSocketClients, type SocketClient, type SocketClients } from '../../../test/socket-client.ts';

/* One Q&A watched and voted in through three processes on one PostgreSQL and one Redis. Needs REDIS_URL, which `.ci/run` provides. */

const databaseUrl = testServer?.url;
const redisUrl = process.env.REDIS_URL;
const together = databaseUrl !== undefined && redisUrl !== undefined;

let fleet: Cluster;
let ships: ClusterProcess[];
let ears: SocketClients[];
let host: User;

beforeAll(async () => {
  if (!together) return;
  fleet = await openCluster(databaseUrl, redisUrl);
  host = await fleet.person();
  ships = await Promise.all([fleet.launch(), fleet.launch(), fleet.launch()]);
  ears = ships.map(({ live }) => openSocketClients(live));
}, 90_000);
afterAll(async () => {
  if (!together) return;
  for (const own of ears) own.close();
  await fleet.close();
});

/** A call through one of the processes; anything but success fails. */
async function call<Given>(at: number, path: { method: string; path: string }, ids: object, body?: object, as?: User) {
  const filled = path.path.replace(/:(\w+)/g, (_, name: string) => String((ids as Record<string, string>)[name]));
  const token = 'token' in ids ? `?${new URLSearchParams({ token: String(ids.token) })}` : '';
  const answer = await fetch(`${ships[at % ships.length]?.url}${filled}${token}`, {
    method: path.method,
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path.method} ${filled}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Given;
}

async function open(settings: object): Promise<{ eventId: string; code: string }> {
  const start_epoc = Math.floor(Date.now() / 1000) + 7 * 86_400;
  const fields = { name: 'Kiln opening', start_epoc, end_epoc: start_epoc + 7200 };
  const eventId = (await call<{ data: { id: string } }>(0, createEvent, {}, fields, host)).data.id;
  await call(0, publishEvent, { eventId }, {}, host);
  const body = { status: 'enabled', approveQuestionsForModeration: false, ...settings };
  const { data } = await call<{ data: { code: string } }>(0, qna.updateQna, { eventId }, body, host);
  return { eventId, code: data.code };
}

const ask = async (at: number, eventId: string, content: string, as: User) =>
  (await call<{ data: { _id: string } }>(at, qna.askQuestion, { eventId }, { content, key: newKey() }, as)).data._id;

const listen = async (at: number, as: { token: string; eventId?: string }) =>
  (await ears[at]?.listen(as)) as SocketClient;

const names = ({ heard }: SocketClient) => [...new Set(heard.map(({ name }) => name))].sort();

test.runIf(together)(
  'votes cast on all processes arrive at each as newest counts, four frames a second at most',
  async () => {
    const { eventId } = await open({});
    const voters = await Promise.all(Array.from({ length: 30 }, () => fleet.person()));
    await Promise.all(voters.map((voter, nth) => call(nth, register, { eventId }, {}, voter)));
    const ids = [await ask(0, eventId, 'One?', host), await ask(1, eventId, 'Two?', host)];
    const watchers = await Promise.all([0, 1, 2].map(async (at) => listen(at, await fleet.person())));
    for (const watcher of watchers) expect(await watcher.attend(eventId)).toBe(false);
    type Frame = { name: string; data: { votes: { _id: string; votes: number; rev: number }[] } };
    const vote = (voter: User, nth: number, questionId = '', voted = true) =>
      call(nth, qna.voteForQuestion, { eventId, questionId }, { voted }, voter);
    const began = performance.now();
    // Everybody gives, takes back and gives again, each time on another process.
    await Promise.all(
      voters.map(async (voter, nth) => {
        for (const [turn, voted] of [true, false, true].entries())
          for (const id of ids) await vote(voter, nth + turn, id, voted);
      }),
    );
    for (const watcher of watchers) {
      const frames = () => (watcher.heard as unknown as Frame[]).filter(({ name }) => name === 'question.votes');
      // By what a browser does: of two counts, the one with the higher number is newer.
      const last = () => {
        const newest = new Map<string, { votes: number; rev: number }>();
        for (const one of frames().flatMap(({ data }) => data.votes))
          if ((newest.get(one._id)?.rev ?? -1) < one.rev) newest.set(one._id, one);
        return ids.map((id) => newest.get(id)?.votes);
      };
      await until(() => expect(last()).toEqual([30, 30]));
      expect(frames().length).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 250) + 1);
    }
  },
  60_000,
);

test.runIf(together)(
  'pending words reach hosts alone, on whichever process they are, and passes hear this room and nothing else',
  async () => {
    const { eventId, code } = await open({ approveQuestionsForModeration: true, joinByCode: true });
    const asker = await fleet.person();
    await call(1, register, { eventId }, {}, asker);
    const { token } = (await call<{ data: { token: string } }>(2, qna.joinQna, { code }, { name: 'Theo' })).data;
    const hosts = await Promise.all([0, 1, 2].map((at) => listen(at, host)));
    for (const ear of hosts) expect(await ear.attend(eventId)).toBe(true);
    const readers = await Promise.all([0, 1, 2].map((at) => listen(at, { token, eventId })));
    const guests = await Promise.all([0, 1, 2].map((at) => listen(at, asker)));
    for (const ear of guests) expect(await ear.attend(eventId)).toBe(false);
    // What else goes on, for the host and in another Q&A of theirs.
    const other = await open({});
    for (const reader of readers) expect(await reader.attend(other.eventId, token)).toBeUndefined();
    await ask(0, other.eventId, 'In the other room?', host);
    for (const reader of readers) expect(await reader.attend(eventId, token)).toBe(false);
    const id = await ask(0, eventId, 'Is there tea?', asker);
    for (const ear of hosts)
      expect(await ear.hear('question.queued')).toMatchObject({ question: { _id: id, content: 'Is there tea?' } });
    // Whatever was sent before these has arrived with them.
    const move = { from: 'pending', status: 'refused', reason: 'Not today' };
    await call(1, qna.changeQuestion, { eventId, questionId: id }, move, host);
    const shown = await ask(2, eventId, 'Who is here?', host);
    for (const ear of [...readers, ...guests]) {
      expect(await ear.hear('question.changed')).toMatchObject({ eventId, question: { _id: shown } });
      const said = JSON.stringify(ear.heard);
      for (const word of ['tea', 'Not today', 'In the other room', id]) expect(said).not.toContain(word);
    }
    for (const ear of readers) expect(names(ear).filter((name) => !name.startsWith('question.'))).toEqual([]);
  },
  60_000,
);

test.runIf(together)(
  'somebody with sockets on all processes watches once, and no longer once the last is closed',
  async () => {
    const { eventId } = await open({});
    const [ana, ben] = [await fleet.person(), await fleet.person()];
    const everywhere = await Promise.all([0, 1, 2].map((at) => listen(at, ana)));
    const one = await listen(1, ben);
    for (const ear of [...everywhere, one]) await ear.attend(eventId);
    const watching = (at: number) =>
      call<{ data: { watching: number } }>(at, qna.getQnaStats, { eventId }).then(({ data }) => data.watching);
    const all = () => Promise.all([0, 1, 2].map(watching));
    await until(async () => expect(await all()).toEqual([2, 2, 2]));
    for (const ear of everywhere) ear.socket.close();
    await until(async () => expect(await all()).toEqual([1, 1, 1]));
  },
  60_000,
);
