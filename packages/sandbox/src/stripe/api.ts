import { setTimeout as wait } from 'node:timers/promises';
import { scopeOf, withIncludeList } from './accounts/accounts.ts';
import { ROUTES } from './routes.ts';
import { type ErrorBody, invalid, Refusal } from './wire/errors.ts';
import { type Fields, readForm, readJson } from './wire/form.ts';
import type { Idempotency } from './wire/idempotency.ts';
import { expanded } from './wire/lists.ts';
import { readParameters } from './wire/parameters.ts';
import type { Call, Route } from './wire/route.ts';
import type { World } from './world.ts';

/** A call as it came. */
export type Asked = {
  method: string;
  path: string;
  search: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
};
export type Answer = { status: number; body: unknown; headers: Record<string, string> };

/**
 * A disturbance of the next call: it is slow, or is answered with a status, before or after it was carried out. A status of 0 closes
 * the connection without an answer.
 */
export type Fault = { status?: number; delayMs?: number; when?: 'before' | 'after'; path?: string };

const header = ({ headers }: Asked, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const unauthorized = (message: string, code?: string) => invalid(message, code, undefined, 401);

/** The key of a call, by `Bearer` or as the name in `Basic`. @throws Refusal without one. */
function keyOf(asked: Asked): string {
  const [, scheme, given = ''] = /^(Bearer|Basic) (.+)$/i.exec(header(asked, 'authorization') ?? '') ?? [];
  const key = scheme?.toLowerCase() === 'basic' ? (Buffer.from(given, 'base64').toString().split(':')[0] ?? '') : given;
  if (key !== '') return key;
  throw unauthorized(
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  );
}

/** Stripe's API: from a call as it came to its answer. */
export class Api {
  readonly #world: World;
  readonly #idempotency: Idempotency;
  readonly #origin: () => string;
  readonly faults: Fault[] = [];

  constructor(world: World, idempotency: Idempotency, origin: () => string) {
    this.#world = world;
    this.#idempotency = idempotency;
    this.#origin = origin;
  }

  /** Answers a call. @returns undefined if the connection is to be closed instead. */
  async answer(asked: Asked): Promise<Answer | undefined> {
    const request = this.#world.newId('req_', 14);
    const version = header(asked, 'stripe-version');
    const headers = { 'request-id': request, ...(version !== undefined && { 'stripe-version': version }) };
    try {
      return await this.#carryOut(asked, request, headers);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: { error: error.body }, headers };
    } finally {
      this.#world.commit();
    }
  }

  async #carryOut(asked: Asked, request: string, headers: Record<string, string>): Promise<Answer | undefined> {
    const world = this.#world;
    const isBrowser = this.#checkKey(asked);
    const { route, ids } = findRoute(asked);
    if (isBrowser && !route.forBrowsers)
      throw unauthorized(
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
        'secret_key_required',
      );
    const isV2 = asked.path.startsWith('/v2/');
    const scope = header(asked, 'stripe-account') ?? header(asked, 'stripe-context');
    const account = scopeOf(world, scope, world.settings.secretKey);
    const sent = asked.method === 'POST' ? asked.body : asked.search.replace(/^\?/, '');
    const fields: Fields = asked.method === 'POST' && isV2 ? readJson(sent) : readForm(sent);
    const given = readParameters(route.shape, isV2 ? withIncludeList(fields) : fields);

    const key = asked.method === 'GET' ? undefined : header(asked, 'idempotency-key');
    const endpoint = `${asked.method} ${asked.path}`;
    const replay = key === undefined ? undefined : this.#idempotency.begin(account, key, endpoint, sent);
    if (replay)
      return {
        status: replay.status,
        body: replay.body,
        headers: { ...headers, 'idempotent-replayed': 'true', 'original-request': replay.request },
      };
    const fault = this.#takeFault(asked.path);
    let answer: { status: number; body: unknown; request: string } | undefined;
    try {
      if (fault?.delayMs) await wait(fault.delayMs);
      if (fault?.status === undefined || fault.when === 'after') {
        world.request = { id: request, idempotency_key: key ?? null };
        answer = {
          ...this.#run(route, { world, account, given, ids, path: asked.path, isBrowser, origin: this.#origin() }),
          request,
        };
      } else if (fault.status !== 0) answer = { ...broken(fault.status), request };
    } finally {
      world.request = null;
      if (key !== undefined)
        this.#idempotency.end(
          account,
          key,
          endpoint,
          sent,
          fault?.status === undefined || fault.when === 'after' ? answer : undefined,
        );
    }
    if (fault?.status === 0) return undefined;
    if (fault?.status !== undefined) return { ...broken(fault.status), headers };
    return answer && { status: answer.status, body: answer.body, headers };
  }

  /** @returns whether the key is a publishable one. @throws Refusal for any that is not ours. */
  #checkKey(asked: Asked): boolean {
    const key = keyOf(asked);
    const { secretKey, publishableKey } = this.#world.settings;
    if (key === publishableKey) return true;
    if (key === secretKey) return false;
    throw unauthorized(
      `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(4, key.length - 12))}${key.slice(-4)}`,
    );
  }

  /** A refusal of the call itself is kept like any answer, so that a repetition gets it again. */
  #run(route: Route, call: Call): { status: number; body: unknown } {
    try {
      const body = route.run(call);
      const { expand } = call.given;
      return {
        status: 200,
        body: Array.isArray(expand) && !call.isBrowser ? expanded(this.#world, body, expand as string[]) : body,
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const intent = error.body.payment_intent;
      const secretive =
        call.isBrowser && intent ? { ...error.body, payment_intent: withoutSecrets(intent) } : error.body;
      return { status: error.status, body: { error: secretive } };
    }
  }

  #takeFault(path: string): Fault | undefined {
    const at = this.faults.findIndex((fault) => fault.path === undefined || path.includes(fault.path));
    return at < 0 ? undefined : this.faults.splice(at, 1)[0];
  }
}

const withoutSecrets = (intent: unknown) => {
  const { metadata: _, application: __, application_fee_amount: ___, ...rest } = intent as Record<string, unknown>;
  return rest;
};

function broken(status: number): { status: number; body: { error: ErrorBody } } {
  const type = status >= 500 ? 'api_error' : 'invalid_request_error';
  const code = status === 429 ? { code: 'rate_limit' } : {};
  return { status, body: { error: { ...code, message: 'The sandbox was asked to fail here.', type } } };
}

function findRoute({ method, path }: Asked): { route: Route; ids: string[] } {
  for (const route of ROUTES) {
    if (route.method !== method) continue;
    const match = route.pattern.exec(path);
    if (match) return { route, ids: match.slice(1).map(decodeURIComponent) };
  }
  throw invalid(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    undefined,
    undefined,
    404,
  );
}
