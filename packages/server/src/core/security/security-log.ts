import type { FastifyRequest } from 'fastify';
import { addressKey } from '../http/address.ts';

/** What the log calls a security event; docs/operations.md lists them. */
export type SecurityEvent =
  | 'sign-up'
  | 'sign-in.succeeded'
  | 'sign-in.first-step'
  | 'sign-in.failed'
  | 'code.asked'
  | 'password.changed'
  | 'password.reset'
  | 'password.failed'
  | 'two-step.on'
  | 'two-step.off'
  | 'recovery-codes.renewed'
  | 'passkey.added'
  | 'passkey.removed'
  | 'provider.connected'
  | 'provider.removed'
  | 'session.ended'
  | 'confirmed'
  | 'confirm.failed'
  | 'permission.denied'
  | 'limit.hit';

type Known = { personId?: string; refusal?: string };

const known = new WeakMap<object, Known>();

function noted(request: FastifyRequest): Known {
  const before = known.get(request.raw);
  if (before) return before;
  const made: Known = {};
  known.set(request.raw, made);
  return made;
}

/** Records whose request this is, for the log. */
export function notePerson(request: FastifyRequest, personId: string): void {
  noted(request).personId = personId;
}

/** Remembers by which refusal a request was answered, for the log. */
export function noteRefusal(request: FastifyRequest, code: string): void {
  noted(request).refusal = code;
}

/** The refusal by which a request was answered, if any. */
export function refusalOf(request: FastifyRequest): string | undefined {
  return noted(request).refusal;
}

/** Events in which a request was refused: they are warnings. */
const BAD: ReadonlySet<SecurityEvent> = new Set([
  'sign-in.failed',
  'password.failed',
  'confirm.failed',
  'permission.denied',
  'limit.hit',
]);

/** Events that anybody can cause a thousand times a second: logged once a minute per caller. */
const SAID_ONCE: ReadonlySet<SecurityEvent> = new Set(['limit.hit', 'permission.denied']);
const MINUTE_MS = 60_000;
const KEPT_AT_MOST = 5000;
const lastSaid = new Map<string, number>();

/** True if the same caller has caused the same event within a minute, so that a flood does not fill the log. */
function wasSaid(key: string): boolean {
  const now = performance.now();
  const last = lastSaid.get(key);
  if (last !== undefined && now - last < MINUTE_MS) return true;
  lastSaid.delete(key);
  lastSaid.set(key, now);
  const [oldest] = lastSaid.keys();
  if (lastSaid.size > KEPT_AT_MOST && oldest !== undefined) lastSaid.delete(oldest);
  return false;
}

/** One line of the log: event, person if known, caller's address, route. The request's id is in all its lines. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent): void {
  const { personId, refusal } = noted(request);
  const caller = personId ?? addressKey(request.ip);
  if (SAID_ONCE.has(event) && wasSaid(`${event} ${request.routeOptions.url} ${caller}`)) return;
  request.log[BAD.has(event) ? 'warn' : 'info'](
    {
      security: event,
      address: request.ip,
      route: request.routeOptions.url,
      ...(personId === undefined ? {} : { personId }),
      ...(refusal === undefined ? {} : { refusal }),
    },
    event,
  );
}
