import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import type { ServerFrame } from '@folkmoot/contract/core/live.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newId } from '../src/core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../src/seed/builders.ts';
import {
  type Cluster,
  type ClusterProcess,
  openCluster,
  openRedisProxy,
  type RedisProxy,
  type User,
} from './cluster.ts';
import { testServer } from './database.ts';

/*
 * Several processes on one PostgreSQL and one Redis: an event in one reaches readers on all; one is killed under
 * load; Redis goes away and comes back. Needs REDIS_URL, which `.ci/run` provides.
 */

const databaseUrl = testServer?.url;
const redisUrl = process.env.REDIS_URL;
const together = databaseUrl !== undefined && redisUrl !== undefined;

let fleet: Cluster;
let wire: RedisProxy;
let ships: ClusterProcess[];
let serverId: string;
let creator: User;

beforeAll(async () => {
  if (!together) return;
  wire = await openRedisProxy(redisUrl);
  fleet = await openCluster(databaseUrl, wire.url);
  creator = await fleet.person();
  serverId = (await makeCommunity(fleet.db, creator.id)).id;
  ships = await Promise.all([fleet.launch(), fleet.launch(), fleet.launch()]);
}, 90_000);
afterAll(async () => {
  if (!together) return;
  await fleet.close();
  wire.close();
});

async function crew(count: number): Promise<User[]> {
  const people = await Promise.all(Array.from({ length: count }, () => fleet.person()));
  await addMembers(
    fleet.db,
    serverId,
    people.map(({ id }) => id),
  );
  return people;
}

async function call<Answer>(
  url: string,
  as: User,
  method: string,
  path: string,
  body?: object,
): Promise<Answer | undefined> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${as.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as Answer) : undefined;
}

type Changes = { data: MessageView[]; version: number; hasMore: boolean };

/** A browser, as far as messages go: it listens, and asks for what it missed whenever it is ready. It never reloads. */
class Browser {
  readonly seen = new Set<string>();
  readonly frames: ServerFrame[] = [];
  #version = 0;
  #at: number;
  #socket: WebSocket | undefined;
  #over = false;
  readonly #as: User;
  readonly #conversationId: string;

  constructor(as: User, conversationId: string, at: number) {
    this.#as = as;
    this.#conversationId = conversationId;
    this.#at = at;
  }

  connect(): Promise<void> {
    return new Promise((ready) => {
      const open = () => {
        if (this.#over) return;
        const ship = ships[this.#at % ships.length] as ClusterProcess;
        const socket = new WebSocket(`${ship.live}/live`);
        this.#socket = socket;
        socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token: this.#as.token })));
        socket.on('message', (raw) => {
          const frame = JSON.parse(String(raw)) as ServerFrame;
          this.frames.push(frame);
          if (frame.type === 'ready') void this.catchUp().then(ready);
          if (frame.type === 'event' && frame.name === 'message.sent') {
            const { message } = frame.data as { message: MessageView };
            if (message.conversationId === this.#conversationId) this.seen.add(message.text);
          }
        });
        socket.on('error', () => undefined);
        socket.on('close', () => {
          // Another process answers; the browser's own address never changes.
          this.#at += 1;
          setTimeout(open, 50);
        });
      };
      open();
    });
  }

  async catchUp(): Promise<void> {
    for (;;) {
      const path = `/conversations/${this.#conversationId}/changes?since=${this.#version}`;
      const ship = ships[this.#at % ships.length] as ClusterProcess;
      const changes = await call<Changes>(ship.url, this.#as, 'GET', path);
      if (!changes) return;
      for (const { text } of changes.data) this.seen.add(text);
      this.#version = changes.hasMore ? (changes.data.at(-1)?.version ?? changes.version) : changes.version;
      if (!changes.hasMore) return;
    }
  }

  say(frame: object): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  close(): void {
    this.#over = true;
    this.#socket?.close();
  }
}

test.runIf(together)(
  'with one of three processes killed under load, every acknowledged message reaches every reader',
  async () => {
    const people = await crew(15);
    const { conversationId } = await makeChannel(fleet.db, serverId, creator.id, {
      members: people.map(({ id }) => id),
    });
    const browsers = people.slice(0, 12).map((person, n) => new Browser(person, conversationId, n));
    await Promise.all(browsers.map((browser) => browser.connect()));

    const acknowledged = new Set<string>();
    const write = async (as: User, at: number) => {
      for (let n = 0; n < 80; n += 1) {
        const text = newId();
        // A browser tries again with the same client id until a process accepts it.
        for (let tries = 0; ; tries += 1) {
          const ship = ships[(at + tries) % ships.length] as ClusterProcess;
          const body = { clientId: text, text };
          if (await call<MessageView>(ship.url, as, 'POST', `/conversations/${conversationId}/messages`, body)) break;
          expect(tries).toBeLessThan(20);
        }
        acknowledged.add(text);
        if (acknowledged.size === 100) ships[1]?.child.kill('SIGKILL');
      }
    };
    await Promise.all(people.slice(12).map((person, n) => write(person, n)));
    expect(acknowledged.size).toBe(240);
    await expect
      .poll(() => browsers.map(({ seen }) => seen.size), { timeout: 20_000 })
      .toEqual(browsers.map(() => 240));
    for (const browser of browsers) {
      expect([...acknowledged].filter((text) => !browser.seen.has(text))).toEqual([]);
      browser.close();
    }
    // Each message is there once.
    const rows = await fleet.db
      .selectFrom('messages')
      .select('text')
      .where('conversation_id', '=', conversationId)
      .execute();
    expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
    ships[1] = await fleet.launch();
  },
  120_000,
);

test.runIf(together)(
  'typing, presence, removal and limits work across processes',
  async () => {
    const [ana, ben] = (await crew(2)) as [User, User];
    const { conversationId } = await makeChannel(fleet.db, serverId, creator.id, { members: [ana.id, ben.id] });
    const [one, other] = [new Browser(ana, conversationId, 0), new Browser(ben, conversationId, 2)];
    await Promise.all([one.connect(), other.connect()]);
    one.say({ type: 'typing', conversationId });
    await expect
      .poll(() => other.frames)
      .toContainEqual({ type: 'event', name: 'typing', data: { conversationId, userId: ana.id } });
    other.say({ type: 'watch', userIds: [ana.id] });
    await expect.poll(() => other.frames).toContainEqual({ type: 'present', userIds: [ana.id] });
    // The home counts who is online on any of them, and this one is asked by nobody else.
    const { id: alone } = await makeCommunity(fleet.db, ana.id);
    await addMembers(fleet.db, alone, [ben.id]);
    const home = await call<{ data: { online: number } }>(
      (ships[1] as ClusterProcess).url,
      creator,
      'GET',
      `/${alone}/server-sections`,
    );
    expect(home?.data.online).toBe(2);
    one.close();
    await expect
      .poll(() => other.frames, { timeout: 10_000 })
      .toContainEqual({ type: 'event', name: 'presence', data: { userId: ana.id, present: false } });

    // Ben is removed by the creator on another process, and gets no more events.
    const member = await fleet.db
      .selectFrom('members')
      .select('id')
      .where('user_id', '=', ben.id)
      .executeTakeFirstOrThrow();
    await call((ships[0] as ClusterProcess).url, creator, 'DELETE', `/servers/${serverId}/members/${member.id}`);
    await expect
      .poll(() => other.frames.some((frame) => frame.type === 'event' && frame.name === 'member.left'))
      .toBe(true);
    const said = newId();
    await call((ships[1] as ClusterProcess).url, ana, 'POST', `/conversations/${conversationId}/messages`, {
      clientId: said,
      text: said,
    });
    other.say({ type: 'ping' });
    await expect.poll(() => other.frames.at(-1)?.type).toBe('pong');
    expect(other.seen.has(said)).toBe(false);
    other.close();

    const [first, second] = await Promise.all([
      fleet.launch({ RATE_LIMITS: 'on' }),
      fleet.launch({ RATE_LIMITS: 'on' }),
    ]);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const ship = n % 2 ? first : second;
      const answer = await fetch(`${ship.url}/api/v1/conversations/create/private`, {
        method: 'POST',
        headers: { authorization: `Bearer ${creator.token}`, 'content-type': 'application/json' },
        body: '{"users":[]}',
      });
      statuses.push(answer.status);
    }
    expect(new Set(statuses)).toEqual(new Set([422]));
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        fetch(`${(n % 2 ? first : second).url}/api/v1/conversations/create/private`, {
          method: 'POST',
          headers: { authorization: `Bearer ${creator.token}`, 'content-type': 'application/json' },
          body: '{"users":[]}',
        }).then(({ status }) => status),
      ),
    );
    // Twenty a minute in all, whichever process counts.
    expect(many.filter((status) => status === 422)).toHaveLength(12);
    for (const ship of [first, second]) ship.child.kill('SIGTERM');
  },
  90_000,
);

test.runIf(together)(
  'without Redis, browsers are told to poll, and everything recovers when it is back',
  async () => {
    const [ana, ben] = (await crew(2)) as [User, User];
    const { conversationId } = await makeChannel(fleet.db, serverId, creator.id, { members: [ana.id, ben.id] });
    const reader = new Browser(ben, conversationId, 0);
    await reader.connect();
    const send = async (text: string) => {
      const body = { clientId: newId(), text };
      expect(
        await call((ships[2] as ClusterProcess).url, ana, 'POST', `/conversations/${conversationId}/messages`, body),
      ).toBeDefined();
    };
    wire.cut();
    await expect.poll(() => reader.frames, { timeout: 15_000 }).toContainEqual({ type: 'whole', whole: false });
    await send('while it is away');
    // What a browser then does every few seconds.
    await expect
      .poll(async () => {
        await reader.catchUp();
        return reader.seen.has('while it is away');
      })
      .toBe(true);
    const readies = reader.frames.filter(({ type }) => type === 'ready').length;
    wire.mend();
    await expect.poll(() => reader.frames, { timeout: 20_000 }).toContainEqual({ type: 'whole', whole: true });
    await expect.poll(() => reader.frames.filter(({ type }) => type === 'ready').length).toBe(readies + 1);
    await expect
      .poll(
        async () => {
          await send(`back ${newId()}`);
          return [...reader.seen].some((text) => text.startsWith('back'));
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(true);
    reader.close();
  },
  90_000,
);
