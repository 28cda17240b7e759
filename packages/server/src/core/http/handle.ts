import type { Endpoint, Params, Who } from '@folkmoot/contract/core/endpoint.ts';
import type { z } from 'zod';
import type { CommandContext } from '../command.ts';
import type { Me, Member } from '../security/session.ts';

/** JSON that PostgreSQL has built: passed on as it is. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Person<W extends Who> = W extends 'public'
  ? { me: Me | undefined }
  : W extends 'signedIn'
    ? { me: Me }
    : { me: Me; member: Member };

/** What a handler gets: the call's parts, already validated, the caller, and a command to act with. */
export type Call<E extends Endpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body, z.ZodType, infer W>
    ? Person<W> &
        CommandContext & {
          params: Params<Path>;
          query: z.output<Query>;
          body: z.output<Body>;
          /** Who calls, for counting: the person, or the network if they are signed out. */
          caller: string;
          /** Of an endpoint that is `perBrowser`: which browser calls, once it has been here before. */
          browser: string | undefined;
          /** Does work when it is the caller's turn; without `ownTurns` it is, and the work is done at once. */
          inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
        }
    : never;

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<z.input<E['returns']> | RawJson>;

export type Binding = {
  readonly endpoint: Endpoint;
  readonly transaction: boolean;
  /** The slow part is another service, or work in the background; see `handle`. */
  readonly outside: boolean;
  /** The handler takes turns itself; see `handle`. */
  readonly ownTurns: boolean;
  // A binding forgets its endpoint's types; `handle` has checked that the two fit.
  readonly run: (call: never) => Promise<unknown>;
};

/**
 * Binds a handler to its endpoint. Commands run in one transaction; reads, and commands that are a single statement
 * (`transaction: false`), do not. A call that may wait for another service or for work in the background (`outside: true`) only
 * waits for such calls of the same caller: a slow service must not hold back that person's other calls. A call whose answer
 * many callers share (`ownTurns: true`) waits for its turn only if it has to read: see `inTurn`.
 */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: Handler<E>,
  options: { transaction?: boolean; outside?: boolean; ownTurns?: boolean } = {},
): Binding {
  const { transaction = endpoint.method !== 'GET', outside = false, ownTurns = false } = options;
  return { endpoint, transaction, outside, ownTurns, run };
}

/** Every endpoint is bound once: a forgotten or duplicate one fails at start, not when it is called. */
export function checkBound(endpoints: ReadonlyMap<string, Endpoint>, bindings: readonly Binding[]): void {
  const bound = new Set<Endpoint>();
  for (const { endpoint } of bindings) {
    if (bound.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is bound twice.`);
    bound.add(endpoint);
  }
  for (const [name, endpoint] of endpoints) {
    if (endpoint.by === 'handler' && !bound.has(endpoint))
      throw new Error(`${name} (${endpoint.method} ${endpoint.path}) is not bound to a handler.`);
  }
}
