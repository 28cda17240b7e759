import type { FastifyRequest } from 'fastify';

/** What the log calls an event that matters to security; docs/operations.md lists them. */
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

/** Remembers whose request it is, for the log. */
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

/** Events that say that somebody did not get what they asked for: they are warnings. */
const BAD: ReadonlySet<SecurityEvent> = new Set([
  'sign-in.failed',
  'password.failed',
  'confirm.failed',
  'permission.denied',
  'limit.hit',
]);

/** One line of the log: event, person where known, caller's address, route. The request's id is in every line of its. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent): void {
  const { personId, refusal } = noted(request);
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
