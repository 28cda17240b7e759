import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { canonicalAddress } from '@folkmoot/contract/core/email.ts';
import type { Endpoint } from '@folkmoot/contract/core/endpoint.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../../core/http/address.ts';
import type { Counts } from '../../core/http/counts.ts';
import { refuse } from '../../core/http/errors.ts';

const MINUTE = 60_000;

/** Tries per account: by one caller, and at its password by all strangers together. docs/decisions/025. */
const TRIES = { aMinute: 6, anHour: 30, byStrangersAnHour: 200 } as const;

/**
 * The email address a call is about, if its body has such a field. Nothing else in a body is verified, and it must
 * not count as if it were.
 */
export function emailOf(request: FastifyRequest, endpoint: Endpoint): string {
  if (!('shape' in endpoint.body && 'email' in (endpoint.body.shape as object))) return '';
  const email = (request.body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? (canonicalAddress(email) ?? email.trim().toLowerCase()) : '';
}

/**
 * The key to count by: a browser that signed in with this address before counts by itself, everybody else by network
 * address.
 */
export function countedAs(request: FastifyRequest, device: string | undefined): string {
  return device === undefined ? addressKey(request.ip) : `device ${device}`;
}

/**
 * What one network may cause: behind it there may be a hall. `wrong` tries an hour and `mails` a day are at its browsers' own pace,
 * `perMinute` calls of a kind; after them it is as slow as one caller.
 */
export const NETWORK = { perMinute: 300, wrong: 100, mails: 1000 } as const;

/** Calls that may send an email to an address that was typed. */
const MAILS: ReadonlySet<Endpoint> = new Set([api.sendCode, api.signUp]);

/** How many calls of a kind a network may make in a minute, by what has come of those before. Browsers that are known count by themselves. */
export function createNetworkLimits(counts: Counts) {
  const named = (request: FastifyRequest, endpoint: Endpoint) => {
    const isMail = MAILS.has(endpoint);
    return {
      name: `sign-in ${isMail ? `mails ${endpoint.path}` : 'wrong'} ${addressKey(request.ip)}`,
      most: isMail ? NETWORK.mails : NETWORK.wrong,
      window: isMail ? 24 * 60 * MINUTE : 60 * MINUTE,
      isMail,
    };
  };
  return {
    async most(request: FastifyRequest, endpoint: Endpoint, device: string | undefined): Promise<number> {
      const slow = endpoint.perMinute ?? 30;
      if (device !== undefined) return slow;
      const { name, most } = named(request, endpoint);
      return (await counts.look(name)) < most ? Math.max(slow, NETWORK.perMinute) : slow;
    },
    /** Counts a call whose answer is there. */
    async note(request: FastifyRequest, endpoint: Endpoint, isRight: boolean): Promise<void> {
      const { name, window, isMail } = named(request, endpoint);
      if (isMail || !isRight) await counts.add(name, window);
    },
  };
}

/**
 * The limits of signing in. They count the caller, never the account: a stranger's wrong tries lock out nobody but
 * the stranger. Only one counts the account, far above what one caller may do, and only against guesses at a password
 * from many addresses; known browsers, codes and passkeys still let its owner in.
 */
export function createSignInLimits(http: FastifyInstance) {
  const limit = (name: string, max: number, timeWindow: number, keyOf: (request: FastifyRequest) => string) =>
    http.createRateLimit({ max, timeWindow, keyGenerator: (request) => `sign-in ${name} ${keyOf(request)}` });
  /** The account a call is about, and the known browser it comes from. */
  const about = new WeakMap<FastifyRequest, { email: string; device: string | undefined }>();
  const email = (request: FastifyRequest) => about.get(request)?.email ?? '';
  const pair = (request: FastifyRequest) => `${countedAs(request, about.get(request)?.device)} ${email(request)}`;
  const aMinute = limit('minute', TRIES.aMinute, MINUTE, pair);
  const anHour = limit('hour', TRIES.anHour, 60 * MINUTE, pair);
  const byStrangers = limit('strangers', TRIES.byStrangersAnHour, 60 * MINUTE, email);
  return async (request: FastifyRequest, endpoint: Endpoint, device: string | undefined): Promise<void> => {
    about.set(request, { email: emailOf(request, endpoint), device });
    if (email(request) === '') return;
    for (const count of [aMinute, anHour]) {
      const { isAllowed, ...counted } = await count(request);
      if (!isAllowed && 'isExceeded' in counted && counted.isExceeded) refuse(core.slowDown);
    }
    if (endpoint.path !== api.signIn.path || device !== undefined) return;
    const { isAllowed, ...counted } = await byStrangers(request);
    if (!isAllowed && 'isExceeded' in counted && counted.isExceeded) refuse(refusals.manyGuesses);
  };
}
