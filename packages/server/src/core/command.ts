import type { LiveEvent } from '@folkmoot/contract/core/live.ts';
import type { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Db } from './db/db.ts';
import { untilWon } from './db/lost-race.ts';
import type { Jobs } from './jobs/jobs.ts';
import { type Effect, encode, type GatherEffect, type Unheard } from './live/live.ts';
import { type Mail, type Mailer, mailQueueOf } from './mail/mail.ts';

/** What a handler may do besides reading and writing: all of it happens after the commit, or not at all. */
export type CommandContext = {
  /** The transaction; in reads and in commands of one statement, the database itself. */
  readonly tx: Db;
  readonly now: Date;
  /**
   * Sends an event to everyone in these rooms. A person in several of them gets it once, and a person from whom
   * somebody in `by` is hidden does not get it at all, unless they are in the room `despite`.
   */
  publish<Data extends z.ZodType>(
    event: LiveEvent<Data>,
    data: z.input<Data>,
    audience: string[],
    by?: string[],
    despite?: string,
  ): void;
  /** Sends the newest of these items to a room, a few times a second at most. */
  gather(effect: Omit<GatherEffect, 'do'>): void;
  /** Asks again who may hear an event's Q&A as its host or with a pass: some of them may no longer. */
  attendAgain(eventId: string): void;
  /** Adds the sockets of one person, or of several, to rooms, or removes them, before the next event is sent. */
  joinRooms(who: string | string[], into: string[]): void;
  leaveRooms(who: string | string[], from: string[]): void;
  /** Adds everyone whom membership has put into a room to another one. */
  joinFrom(room: string, into: string): void;
  /** Removes everyone from rooms; people who may still come back ask for them. */
  clearRooms(rooms: string[]): void;
  /** Sets whose events a person does not get, from now on. */
  setHidden(userId: string, from: Unheard): void;
  /** Sets whether a person's presence is visible. */
  setInvisible(userId: string, invisible: boolean): void;
  /** Clears what processes have cached of a person's sessions and roles. */
  invalidateSessions(userId: string): void;
  /** Clears what processes have cached of everyone's role in a community. */
  invalidateServer(serverId: string): void;
  /** Closes a person's sockets: of one session, or of all. */
  close(userId: string, sessionId: string | null): void;
  enqueue(queue: string, data: object): Promise<void>;
  /** Wakes a queue after the commit, when the work is in a table of its own. */
  wake(queue: string): void;
  /** Sends an email by job. */
  sendMail(mail: Mail): Promise<void>;
  /** See `inTransaction`. */
  part<Result>(work: (inside: CommandContext) => Promise<Result>): Promise<Result>;
};

export type Services = { clock: Clock; jobs: Jobs; mailer: Mailer; deliver(effects: readonly Effect[]): void };

/**
 * Runs `work` with a command around it: in a transaction, again if somebody else was first, or directly on the database if a single
 * statement is all there is. Effects are delivered after the commit; a failure delivers none.
 */
export async function runCommand<Result>(
  db: Db,
  services: Services,
  transaction: boolean,
  work: (command: CommandContext) => Promise<Result>,
): Promise<Result> {
  const effects: Effect[] = [];
  const woken = new Set<string>();
  const run = (tx: Db) => work(commandOn(tx, services, effects, woken));
  const begin = () => {
    // Those of a try that was lost have not happened.
    effects.length = 0;
    woken.clear();
    return db.transaction().execute(run);
  };
  const result = transaction ? await untilWon(begin) : await run(db);
  if (effects.length > 0) services.deliver(effects);
  for (const queue of woken) services.jobs.wake(queue);
  return result;
}

function commandOn(tx: Db, services: Services, effects: Effect[], woken: Set<string>): CommandContext {
  const enqueue = async (queue: string, data: object) => {
    await services.jobs.enqueue(tx, queue, data);
    woken.add(queue);
  };
  return {
    tx,
    now: services.clock.now(),
    publish: (event, data, audience, by, despite) =>
      void effects.push({
        ...{ do: 'publish', rooms: audience, text: encode(event, data) },
        ...(by && { by }),
        ...(despite !== undefined && { despite }),
      }),
    gather: (effect) => void effects.push({ do: 'gather', ...effect }),
    attendAgain: (eventId) => void effects.push({ do: 'attendAgain', eventId }),
    joinRooms: (who, into) => void effects.push({ do: 'joinRooms', userIds: [who].flat(), rooms: into }),
    leaveRooms: (who, from) => void effects.push({ do: 'leaveRooms', userIds: [who].flat(), rooms: from }),
    joinFrom: (room, into) => void effects.push({ do: 'joinFrom', room, into }),
    setHidden: (userId, from) => void effects.push({ do: 'setHidden', userId, ...from }),
    setInvisible: (userId, invisible) => void effects.push({ do: 'setInvisible', userId, invisible }),
    clearRooms: (emptied) => void effects.push({ do: 'clearRooms', rooms: emptied }),
    invalidateSessions: (userId) => void effects.push({ do: 'invalidateSessions', userId }),
    invalidateServer: (serverId) => void effects.push({ do: 'invalidateServer', serverId }),
    close: (userId, sessionId) => void effects.push({ do: 'close', userId, sessionId }),
    enqueue,
    wake: (queue) => void woken.add(queue),
    sendMail: async (mail) => enqueue(mailQueueOf(mail), await services.mailer.job(mail)),
    part: (work) => runCommand(tx, services, true, work),
  };
}

/**
 * Runs part of a command that is otherwise one statement in its own transaction. What it does besides writing follows
 * its own commit, also where the command is refused afterwards.
 */
export function inTransaction<Result>(
  command: CommandContext,
  work: (inside: CommandContext) => Promise<Result>,
): Promise<Result> {
  return command.part(work);
}
