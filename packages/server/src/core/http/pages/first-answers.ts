import { readFileSync, statSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { accessToken } from '@folkmoot/contract/accounts/api.ts';
import type { FastifyInstance } from 'fastify';

/** Where a member's page asks for its token and its first answers at once. */
const FIRST_ANSWERS_PATH = '/auth/start';

/** The address of what a member's page at this path asks for first. */
export function firstAnswersOf(path: string): string {
  return `${FIRST_ANSWERS_PATH}?path=${encodeURIComponent(path)}`;
}

/** What a screen asks for at first, as the build recorded it (`packages/web/build/screens.ts`). */
type Asks = { frame: string; path: string; asks?: readonly string[] };

/** How long the answers may take together, in milliseconds: the token does not wait for a slow one. */
const PATIENCE_MS = 1000;
/** How long a build is taken for the newest, in milliseconds. */
const CHECKED_MS = 1000;
/** The names in a path of a screen, and what may stand for them: nothing that changes the path of a call. */
const NAME = /^[\w-]{1,64}$/;

/**
 * Answers the token of the session and, beside it, what the screen at `?path=` is about to ask for: by path of the call,
 * as the API answers it to this person. Every call is made as the browser would make it, with its limits and its checks;
 * those that fail are left out, so that the client asks for them itself.
 *
 * @param webDist the folder of the web client's build.
 */
export function mountFirstAnswers(http: FastifyInstance, webDist: string): void {
  const asksAt = asksIn(webDist);
  http.get<{ Querystring: { path?: unknown } }>(
    FIRST_ANSWERS_PATH,
    { config: { unlimited: 'each call that it makes is counted' } },
    async (request, reply) => {
      const ask = (url: string, headers: IncomingHttpHeaders) =>
        http.inject({ method: 'GET', url, headers, remoteAddress: request.ip });
      const first = await ask(accessToken.path, only(request.headers, [...FORWARDED, ...OF_BROWSER]));
      reply.header('cache-control', 'no-store').code(first.statusCode);
      if (first.statusCode === 204) return reply.send();
      reply.type(String(first.headers['content-type']));
      // Without its cookies: the browser asked before any script, maybe while another tab replaced the session.
      if (first.statusCode !== 200) return reply.send(first.body);
      for (const cookie of [first.headers['set-cookie'] ?? []].flat()) reply.header('set-cookie', cookie);
      const { token } = first.json() as { token: string };
      const path = typeof request.query.path === 'string' ? request.query.path : '';
      const answers = new Map<string, string>();
      const asking = askAll(asksAt(path), async (url) => {
        const headers = { ...only(request.headers, FORWARDED), authorization: `Bearer ${token}` };
        const { statusCode, body } = await ask(url, headers);
        if (statusCode !== 200) return undefined;
        answers.set(url, body);
        return JSON.parse(body) as unknown;
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MS);
      });
      await Promise.race([asking, late]).finally(() => clearTimeout(timer));
      const listed = [...answers].map(([url, body]) => `${JSON.stringify(url)}:${body}`);
      return reply.send(`{"token":${JSON.stringify(token)},"answers":{${listed.join()}}}`);
    },
  );
}

/** The headers of the request that are sent with each call. */
const FORWARDED = ['host', 'user-agent', 'accept-language'];
/** Those by which the sign-in library knows the browser. */
const OF_BROWSER = ['cookie', 'origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];

function only(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

/** What to ask for, and the values of the names in the screen's path. */
type Asking = { asks: readonly string[]; names: Readonly<Record<string, string>> };

type Screen = { pattern: RegExp; names: readonly string[]; asks: readonly string[] };

/** The screens of the build. They are cached until a new build replaces them. */
function asksIn(webDist: string): (path: string) => Asking {
  const file = join(webDist, 'parts.json');
  let known: { at: number; screens: readonly Screen[] } | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = () => {
    checkedAt = performance.now();
    try {
      const at = statSync(file).mtimeMs;
      if (known?.at !== at) known = { at, screens: read(file) };
    } catch {
      // There is no build, or it is just being written.
      known = undefined;
    }
  };
  return (path) => {
    if (performance.now() - checkedAt > CHECKED_MS) check();
    for (const { pattern, names, asks } of known?.screens ?? []) {
      const values = pattern.exec(path)?.slice(1);
      if (values?.every((value) => NAME.test(value)))
        return { asks, names: Object.fromEntries(names.map((name, n) => [name, values[n] ?? ''])) };
    }
    return { asks: [], names: {} };
  };
}

function read(file: string): Screen[] {
  return (
    (JSON.parse(readFileSync(file, 'utf8')) as Asks[])
      .filter(({ frame, asks }) => frame === 'shell' && asks !== undefined)
      .map(({ path, asks = [] }) => ({
        pattern: new RegExp(`^${path.replace(/\$\w+/g, '([^/]+)')}/?$`),
        names: [...path.matchAll(/\$(\w+)/g)].map(([, name = '']) => name),
        asks,
      }))
      // An address with words of its own is that screen, and not the community of that name.
      .toSorted((one, other) => one.names.length - other.names.length)
  );
}

/** The name of an answer, and what it is an answer to: `channel = /api/v1/channels/$channelId`. */
const LINE = /^(?:(\w+) = )?(\S+)$/;

/**
 * Asks for everything, each as soon as the answers that its path needs are there.
 *
 * @param asks paths in which `$channel.serverId` stands for a part of the screen's path or of an answer named before.
 */
async function askAll({ asks, names }: Asking, ask: (url: string) => Promise<unknown>): Promise<void> {
  const answers = new Map<string, Promise<unknown>>();
  const valueAt = async (way: string): Promise<unknown> => {
    const [name = '', ...keys] = way.split('.');
    const whole = names[name] ?? (await answers.get(name));
    return keys.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], whole);
  };
  const asking = asks.map((line) => {
    const [, name, path = ''] = LINE.exec(line) ?? [];
    const answer = filled(path, valueAt)
      .then((url) => (url === undefined ? undefined : ask(url)))
      .catch(() => undefined);
    if (name !== undefined) answers.set(name, answer);
    return answer;
  });
  await Promise.all(asking);
}

/** A path with its values; undefined if one is missing. */
async function filled(path: string, valueAt: (way: string) => Promise<unknown>): Promise<string | undefined> {
  let url = path;
  for (const [whole, way = ''] of path.matchAll(/\$([\w.]+)/g)) {
    const value = await valueAt(way);
    if (typeof value !== 'string' || !NAME.test(value)) return undefined;
    url = url.replace(whole, value);
  }
  return url;
}
