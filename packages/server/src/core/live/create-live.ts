import type { Config } from '../config.ts';
import { defineHooks } from '../hooks.ts';
import type { Log } from '../log.ts';
import type { Sessions } from '../security/session.ts';
import { aloneBus, type Bus, redisBus } from './bus.ts';
import { Hub } from './hub.ts';
import type { Audience, HubHooks } from './hub-hooks.ts';
import { type Effect, rooms } from './live.ts';
import { Presence } from './presence.ts';

/** What the sockets must know of people and conversations. */
export type LiveHooks = {
  /** Those of the sessions that have not ended. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Which rooms a person's sockets belong to. */
  audienceOf(userId: string): Promise<Audience>;
  /** The events whose rooms they belong to besides. */
  eventsOf(userId: string): Promise<string[]>;
  /** Whether a person may get the events of a conversation that their membership alone does not open, and how. */
  mayFollow(userId: string, conversationId: string, key: string | undefined): Promise<'member' | 'visitor' | undefined>;
  /** Those of the people whose presence this person may see. */
  mayWatch(userId: string, others: string[]): Promise<string[]>;
  mayAttend: HubHooks['mayAttend'];
  watching: HubHooks['watching'];
  /** Whether a thread belongs, or could belong, to a conversation. */
  isThread(conversationId: string, threadId: string): Promise<boolean>;
  /** The event that says that a person is typing, encoded. */
  typing(conversationId: string, userId: string): string;
  /** The effects of a command have been published: one of this process, or of one that leaves the work to others. */
  published(effects: readonly Effect[]): void;
};

export const liveHooks = defineHooks<LiveHooks>('live', {
  liveSessions: true,
  audienceOf: true,
  eventsOf: true,
  mayFollow: true,
  mayWatch: true,
  mayAttend: true,
  watching: true,
  isThread: true,
  typing: true,
  published: true,
});

type Parts = {
  config: Pick<Config, 'redisUrl' | 'authSecret' | 'roles'>;
  sessions: Sessions;
  hooks: LiveHooks;
  /** Wakes a queue of this process. */
  wake(queue: string): void;
  log: Log;
};

export type Live = {
  hub: Hub;
  bus: Bus;
  /** Everybody who is online, on any process, without those who hide it. */
  listOnline(): Promise<string[]>;
  /** Carries out the effects of a command, here and in the other processes. */
  deliver(effects: readonly Effect[]): void;
  /** Wakes a queue in the processes that work. */
  wakeOthers(queue: string): void;
  close(): Promise<void>;
};

/** Sockets, and what processes tell each other: effects are carried out here and shared with the others. */
export function createLive({ config, sessions, hooks, wake, log }: Parts): Live {
  const works = config.roles.has('work');
  const perform = (effects: readonly Effect[]) => {
    sessions.perform(effects);
    hub.perform(effects);
  };
  const share = (effects: readonly Effect[]) => {
    perform(effects);
    bus.publish(effects);
  };
  const presence = new Presence(() => bus, share);
  const audienceOf = async (userId: string) => {
    const [audience, events] = await Promise.all([hooks.audienceOf(userId), hooks.eventsOf(userId)]);
    return { ...audience, rooms: [...audience.rooms, ...events.map(rooms.event)] };
  };
  const hub = new Hub({ ...hooks, audienceOf, identify: (token) => sessions.identify(token), share, presence });
  const listeners = {
    onEffects: (effects: readonly Effect[], workedOn: boolean) => {
      perform(effects);
      if (!works) return;
      for (const effect of effects) if (effect.do === 'wake') wake(effect.queue);
      if (!workedOn) hooks.published(effects);
    },
    onWhole: (whole: boolean) => {
      sessions.clear();
      hub.setWhole(whole).catch((error) => log.error({ err: error }, 'sockets could not be brought up to date'));
    },
  };
  const bus: Bus =
    config.redisUrl === undefined
      ? aloneBus()
      : redisBus({ url: config.redisUrl, secret: config.authSecret, works }, listeners, log);
  return {
    hub,
    bus,
    listOnline: () => presence.all(),
    deliver(effects) {
      share(effects);
      if (works) hooks.published(effects);
    },
    wakeOthers: (queue) => bus.publish([{ do: 'wake', queue }]),
    async close() {
      hub.close();
      presence.close();
      await bus.close();
    },
  };
}
