import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { newId } from '../id.ts';
import type { Log } from '../log.ts';
import type { Effect } from './live.ts';

/**
 * How the processes of one installation notify each other: the effects of a command are carried out in all of them,
 * and each process learns who is online. A single process needs none of it; several share a Redis or Valkey.
 */
export type Bus = {
  /**
   * Carries effects to every other process. They are lost while the connection is down: processes that missed them
   * catch up afterwards.
   */
  publish(effects: readonly Effect[]): void;
  /** People with a socket on this process: came online, or went offline. */
  note(userId: string, present: boolean): void;
  /** Those of the people who have a socket on another process. */
  elsewhere(userIds: string[]): Promise<string[]>;
  /** Everybody who has a socket on another process. */
  allElsewhere(): Promise<string[]>;
  /** What limits are counted with by all processes together; undefined in one process alone. */
  readonly shared: { redis: Redis; namespace: string } | undefined;
  close(): Promise<void>;
};

export type BusListeners = {
  /** @param works whether the process that they come from does the work that follows from them. */
  onEffects(effects: Effect[], works: boolean): void;
  /** Whether other processes can be reached. */
  onWhole(whole: boolean): void;
};

/** One process alone. */
export function aloneBus(): Bus {
  return {
    publish: () => undefined,
    note: () => undefined,
    elsewhere: async () => [],
    allElsewhere: async () => [],
    shared: undefined,
    close: async () => undefined,
  };
}

/** Several installations can share one Redis: each has its own names, which do not reveal its secret. */
function namespaceOf(secret: string): string {
  return `folkmoot:${createHash('sha256').update(`redis:${secret}`).digest('hex').slice(0, 12)}`;
}

/** A process that has been silent for this long is considered dead. */
const BELIEVED_MS = 40_000;
const BEAT_MS = 12_000;

type Shared = {
  url: string;
  /** What the names of this installation are made from. */
  secret: string;
  /** Whether this process does the work that follows from what it publishes; another does if not. */
  works: boolean;
};

/** Several processes on one Redis: publish and subscribe for effects, a set per process for presence. */
export function redisBus({ url, secret, works }: Shared, listeners: BusListeners, log: Log): Bus {
  const self = newId();
  const namespace = namespaceOf(secret);
  const channel = `${namespace}:live`;
  const processes = `${namespace}:processes`;
  const presentOn = (process: string) => `${namespace}:present:${process}`;
  const options = {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 3000,
    commandTimeout: 3000,
    retryStrategy: (times: number) => Math.min(times * 200, 2000),
  };
  const redis = new Redis(url, options);
  // A subscription waits in the queue for the connection, and is restored automatically.
  const heard = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  const here = new Set<string>();
  let whole = true;
  let closed = false;

  const look = () => {
    const now = redis.status === 'ready' && heard.status === 'ready';
    if (closed || now === whole) return;
    whole = now;
    log.warn({ whole }, whole ? 'other processes can be reached again' : 'other processes cannot be reached');
    if (whole) void beat();
    listeners.onWhole(whole);
  };
  const quiet = (error: unknown) => log.debug({ err: error }, 'redis did not answer');

  /** Announces that this process is alive, and who is on it, whatever has been forgotten in the meantime. */
  const beat = async () => {
    const key = presentOn(self);
    const now = Date.now();
    const all = redis
      .multi()
      .zadd(processes, now + BELIEVED_MS, self)
      .zremrangebyscore(processes, 0, now)
      .del(key);
    if (here.size > 0) all.sadd(key, ...here);
    await all.pexpire(key, BELIEVED_MS).exec().catch(quiet);
  };

  for (const one of [redis, heard]) {
    one.on('error', quiet);
    one.on('ready', look);
    one.on('close', look);
  }
  redis.once('ready', () => void beat());
  // Without a connection within this time it is considered lost.
  const first = setTimeout(look, 3000);
  const heart = setInterval(() => void beat(), BEAT_MS);
  void heard.subscribe(channel).catch(quiet);
  heard.on('message', (_channel, text) => {
    const message = JSON.parse(text) as { from: string; effects: Effect[]; works?: boolean };
    // One of an earlier version says nothing about work, and does its own.
    if (message.from !== self) listeners.onEffects(message.effects, message.works ?? true);
  });

  return {
    shared: { redis, namespace },
    publish(effects) {
      if (effects.length > 0 && redis.status === 'ready')
        redis.publish(channel, JSON.stringify({ from: self, effects, works })).catch(quiet);
    },
    note(userId, present) {
      if (present) here.add(userId);
      else here.delete(userId);
      if (redis.status !== 'ready') return;
      const key = presentOn(self);
      void (present ? redis.multi().sadd(key, userId).pexpire(key, BELIEVED_MS).exec() : redis.srem(key, userId)).catch(
        quiet,
      );
    },
    async elsewhere(userIds) {
      if (userIds.length === 0 || redis.status !== 'ready') return [];
      try {
        const others = (await redis.zrangebyscore(processes, Date.now(), '+inf')).filter((one) => one !== self);
        const answers = await Promise.all(others.map((one) => redis.smismember(presentOn(one), ...userIds)));
        return userIds.filter((_, index) => answers.some((answer) => answer[index] === 1));
      } catch (error) {
        quiet(error);
        return [];
      }
    },
    async allElsewhere() {
      if (redis.status !== 'ready') return [];
      try {
        const others = (await redis.zrangebyscore(processes, Date.now(), '+inf')).filter((one) => one !== self);
        return others.length === 0 ? [] : await redis.sunion(others.map(presentOn));
      } catch (error) {
        quiet(error);
        return [];
      }
    },
    async close() {
      closed = true;
      clearTimeout(first);
      clearInterval(heart);
      if (redis.status === 'ready') await redis.multi().zrem(processes, self).del(presentOn(self)).exec().catch(quiet);
      redis.disconnect();
      heard.disconnect();
    },
  };
}
