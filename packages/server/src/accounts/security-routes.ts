import * as api from '@folkmoot/contract/accounts/api.ts';
import { disconnectProvider } from '@folkmoot/contract/accounts/providers-api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import type { Endpoint } from '@folkmoot/contract/core/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logSecurity, refusalOf, type SecurityEvent } from '../core/security/security-log.ts';

/** What the log says about a successful call, and about a failed one. */
const EVENTS = new Map<Endpoint, { done: SecurityEvent; failed?: SecurityEvent }>([
  [api.signUp, { done: 'sign-up' }],
  [api.signIn, { done: 'sign-in.succeeded', failed: 'sign-in.failed' }],
  [api.signInByCode, { done: 'sign-in.succeeded', failed: 'sign-in.failed' }],
  [api.verifyEmail, { done: 'sign-in.succeeded', failed: 'sign-in.failed' }],
  [api.signInByPasskey, { done: 'sign-in.succeeded', failed: 'sign-in.failed' }],
  [api.checkAppCode, { done: 'sign-in.succeeded', failed: 'sign-in.failed' }],
  [api.checkRecoveryCode, { done: 'sign-in.succeeded', failed: 'sign-in.failed' }],
  [api.sendCode, { done: 'code.asked' }],
  [api.sendProofCode, { done: 'code.asked' }],
  [api.resetPassword, { done: 'password.reset', failed: 'password.failed' }],
  [api.changePassword, { done: 'password.changed', failed: 'password.failed' }],
  [api.endTwoStep, { done: 'two-step.off', failed: 'confirm.failed' }],
  [api.beginTwoStep, { done: 'confirmed', failed: 'confirm.failed' }],
  [api.renewRecoveryCodes, { done: 'recovery-codes.renewed', failed: 'confirm.failed' }],
  [api.addPasskey, { done: 'passkey.added' }],
  [api.removePasskey, { done: 'passkey.removed' }],
  [disconnectProvider, { done: 'provider.removed' }],
  [api.signOut, { done: 'session.ended' }],
  [api.endSession, { done: 'session.ended' }],
  [api.endAllSessions, { done: 'session.ended' }],
  [api.confirmItIsMe, { done: 'confirmed', failed: 'confirm.failed' }],
]);

const byRoute = new Map([...EVENTS].map(([endpoint, events]) => [`${endpoint.method} ${endpoint.path}`, events]));

/** Endpoints are paths without the patterns of their ids. */
/** By the routes that were called, whose ids have a pattern that endpoints do not have. */
const called = new Map<string, ReturnType<typeof byRoute.get>>();

function eventsOf(route: string) {
  if (!called.has(route)) called.set(route, byRoute.get(route.replace(/\(\^[^)]*\)/g, '')));
  return called.get(route);
}

const instead = new WeakMap<object, SecurityEvent>();

/** Marks a successful call as another event than its route implies, such as only the first of two steps. */
export function noteEvent(request: FastifyRequest, event: SecurityEvent): void {
  instead.set(request.raw, event);
}

/** Writes one line for each security event, whichever route it came by. */
export function mountSecurityLog(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    note(request, reply.statusCode);
    done();
  });
}

function note(request: FastifyRequest, status: number): void {
  if (status === 429) {
    logSecurity(request, 'limit.hit');
    return;
  }
  const events = eventsOf(`${request.method} ${request.routeOptions.url}`);
  if (events) {
    const event = status < 400 ? (instead.get(request.raw) ?? events.done) : events.failed;
    if (event) logSecurity(request, event);
    if (event && refusalOf(request) !== undefined) return;
  }
  if (status === 403 && refusalOf(request) !== refusals.unverified.code) logSecurity(request, 'permission.denied');
}
