import { setTimeout as wait } from 'node:timers/promises';
import type { Guest, Writer } from './world.ts';

/* What people do through the proxy while something is done to the servers behind it. */

/** A call that failed is made again, as browsers do, for this long. */
const PATIENCE_MS = 60_000;

export type Load = {
  /** Texts whose sending was acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  /** What guests were told when they registered, by their id. */
  readonly registered: ReadonlyMap<string, string>;
  readonly figures: Figures;
  /** Ends the writing and reading, and waits for the guests. */
  stop(): Promise<void>;
};

type Figures = {
  calls: number;
  /** Calls that were made again because nobody answered them: the connection broke, or the proxy found no server. */
  retried: number;
  /** And because a server was too busy, which it says by itself. */
  busy: number;
  lost: string[];
  slowestMs: number;
};

/** Begins: some people write and read, others register one after another, all through one address. */
export function beginLoad(url: string, writers: readonly Writer[], guests: readonly Guest[] = [], eventId = ''): Load {
  const acknowledged = new Set<string>();
  const registered = new Map<string, string>();
  const figures: Figures = { calls: 0, retried: 0, busy: 0, lost: [], slowestMs: 0 };
  let going = true;

  const call = async ({ token }: { token: string }, path: string, body?: object, method = 'POST'): Promise<unknown> => {
    const since = performance.now();
    figures.calls += 1;
    let text = '';
    for (let again = false; ; ) {
      const said = await fetch(url + path, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(30_000),
        ...(body && { method, body: JSON.stringify(body) }),
      }).then(
        async (answer) => {
          text = await answer.text();
          return answer.status === 503 && text.includes('core.not-ready') ? 'busy' : answer.status;
        },
        (error: Error) => error.message,
      );
      if (said === 200) {
        figures.slowestMs = Math.max(figures.slowestMs, performance.now() - since);
        return text.startsWith('{') ? JSON.parse(text) : text;
      }
      if (said === 'busy') figures.busy += 1;
      else if (!again) {
        again = true;
        figures.retried += 1;
      }
      // What is not a sign of a server that is away would be a mistake of ours.
      const isAway = typeof said === 'string' || said === 502 || said === 503 || said === 504;
      if (!isAway || performance.now() - since > PATIENCE_MS) {
        figures.lost.push(`${path}: ${said}`);
        return undefined;
      }
      await wait(100);
    }
  };

  const write = async (writer: Writer) => {
    for (let n = 0; going; n += 1) {
      const text = `${writer.name} ${n}`;
      const body = { clientId: writer.idOf(n), text };
      if (await call(writer, `/api/v1/conversations/${writer.conversationId}/messages`, body)) acknowledged.add(text);
      await wait(25);
    }
  };
  const read = async (writer: Writer) => {
    const paths = ['/', '/api/v1/conversations/counts', `/api/v1/conversations/${writer.conversationId}/messages`];
    for (let n = 0; going; n += 1) {
      await call(writer, paths[n % paths.length] ?? '');
      await wait(50);
    }
  };
  const register = async () => {
    for (const guest of guests) {
      const answer = await call(guest, `/api/v1/events/${eventId}/register`, {}, 'PUT');
      if (answer !== undefined) registered.set(guest.id, (answer as { status: string }).status);
    }
  };
  const working = writers.flatMap((writer) => [write(writer), read(writer)]);
  working.push(register());
  return {
    ...{ acknowledged, registered, figures },
    async stop() {
      going = false;
      await Promise.all(working);
    },
  };
}
