import { z } from 'zod';
import { Id } from './ids.ts';
import type { Refusal } from './problem.ts';

/**
 * Who may call: anyone, a signed-in person, or a member of the community in `:serverId`. Core checks this before the
 * handler runs.
 */
export type Who = 'public' | 'signedIn' | 'member';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The specification's backends, and what the paths of each begin with. A process answers for all of them unless its operator
 * chose some (`ROLES`), and sends each prefix to a process that does.
 */
export const BACKENDS = { main: '', payments: '/payments', qna: '/qna' } as const;
export type Backend = keyof typeof BACKENDS;

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The names in a path, each a string: `/a/:b` needs `{ b: string }`. */
export type Params<Path extends string> = { [N in Names<Path>]: string };

/** Absent shapes accept nothing, so a call that sends a body which is never read is a type error. */
type None = z.ZodType<undefined>;

export type Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Returns extends z.ZodType = z.ZodType,
  W extends Who = Who,
> = {
  readonly method: Method;
  /** With the prefix of its backend, which has no names in it. */
  readonly path: Path;
  readonly params: z.ZodType<Params<Path>>;
  readonly who: W;
  /** Permission names in this community, all of them needed; only with `who: 'member'`. */
  readonly needs: readonly string[];
  readonly query: Query;
  readonly body: Body;
  readonly returns: Returns;
  readonly refuses: readonly Refusal[];
  /** One plain sentence for the API page. */
  readonly summary: string;
  /** `library`: answered by the sign-in library mounted at `/auth`, not by one of our handlers. */
  readonly by: 'handler' | 'library';
  /** Calls per minute for one person (or address, when signed out). Core's general limit when absent. */
  readonly perMinute: number | undefined;
  /** How often one person may do it with the same thing; see `Pace`. */
  readonly pace: Pace | undefined;
  /** Bytes of its body at most. Core's general limit when absent. */
  readonly bodyLimit: number | undefined;
  /** Only for a session that proved a factor in the last minutes; core refuses others with `confirmItIsYou`. */
  readonly fresh: boolean;
  /** The log never says who called, nor from which tab. */
  readonly untraced: boolean;
  /** Browsers without a session are told apart by a cookie, which goes to these calls alone. */
  readonly perBrowser: boolean;
  /** Which of the flat input travels in the address; the rest is the body, if there is one. */
  readonly queryNames: readonly string[];
  readonly hasBody: boolean;
};

/** A limit for one person and one thing, which a name of the path names: for each stretch of seconds, how many calls. */
export type Pace = {
  readonly param: string;
  readonly most: readonly { readonly calls: number; readonly seconds: number }[];
  readonly refusal: Refusal;
};

/** What a caller has to know about an endpoint; this is all that browsers load. */
export type Address = Pick<Endpoint, 'method' | 'path' | 'by' | 'queryNames' | 'hasBody'>;

export function addressOf({ method, path, by, queryNames, hasBody }: Endpoint): Address {
  return { method, path, by, queryNames, hasBody };
}

type Options<Query, Body, Returns, W> = {
  who: W;
  needs?: readonly string[];
  query?: Query;
  body?: Body;
  returns: Returns;
  refuses?: readonly Refusal[];
  summary: string;
  by?: 'handler' | 'library';
  /** The backend that the specification gives the call to: the main one unless stated. */
  backend?: Backend;
  perMinute?: number;
  pace?: Pace;
  bodyLimit?: number;
  fresh?: boolean;
  untraced?: boolean;
  perBrowser?: boolean;
  /** Schemas for path names that are not ids. */
  params?: Record<string, z.ZodType<string>>;
};

/**
 * Declares one call of the API as data: both sides, the documentation and the endpoint walk read it.
 *
 * @param route method and path without the prefix of its backend, such as `'POST /api/v1/:serverId/channels'`. Every `:name` is an id
 *   unless `options.params` gives it another schema.
 */
export function endpoint<
  const Route extends `${Method} /${string}`,
  Query extends z.ZodType = None,
  Body extends z.ZodType = None,
  Returns extends z.ZodType = z.ZodType,
  const W extends Who = Who,
>(route: Route, options: Options<Query, Body, Returns, W>) {
  type Path = Route extends `${Method} ${infer P}` ? P : never;
  const [method, path] = route.split(' ') as [Method, Path];
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const params = z.object(Object.fromEntries(names.map((name) => [name, options.params?.[name] ?? Id])));
  return {
    method,
    path: `${BACKENDS[options.backend ?? 'main']}${path}` as Path,
    params: params as unknown as z.ZodType<Params<Path>>,
    who: options.who,
    needs: options.needs ?? [],
    query: (options.query ?? z.undefined()) as Query,
    body: (options.body ?? z.undefined()) as Body,
    returns: options.returns,
    refuses: options.refuses ?? [],
    summary: options.summary,
    by: options.by ?? 'handler',
    perMinute: options.perMinute,
    pace: options.pace,
    bodyLimit: options.bodyLimit,
    fresh: options.fresh ?? false,
    untraced: options.untraced ?? false,
    perBrowser: options.perBrowser ?? false,
    queryNames: namesIn(options.query),
    hasBody: options.body !== undefined,
  } satisfies Endpoint<Path, Query, Body, Returns, W> as Endpoint<Path, Query, Body, Returns, W>;
}

function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodIntersection) return [...namesIn(schema.def.left), ...namesIn(schema.def.right)];
  if (schema instanceof z.ZodPipe) return namesIn(schema.def.in);
  return [];
}

type Given<Schema extends z.ZodType, Side extends 'input' | 'output'> = [
  Side extends 'input' ? z.input<Schema> : z.output<Schema>,
] extends [undefined]
  ? unknown
  : Side extends 'input'
    ? z.input<Schema>
    : z.output<Schema>;

/** Everything one call sends: path names, query and body in one flat object, as the web client takes it. */
export type Input<E extends Endpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body, z.ZodType, Who>
    ? Params<Path> & Given<Query, 'input'> & Given<Body, 'input'>
    : never;

/** What the call returns. */
export type Answer<E extends Endpoint> = z.output<E['returns']>;

/** True where the schema expects nothing at all. */
export function isNone(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUndefined;
}

/** The endpoints among a module's exports, in order: these are bound, documented and walked. */
export function endpointsIn(module: object): Endpoint[] {
  return Object.values(module).filter(
    (one): one is Endpoint =>
      typeof one === 'object' && one !== null && 'method' in one && 'path' in one && 'returns' in one,
  );
}
