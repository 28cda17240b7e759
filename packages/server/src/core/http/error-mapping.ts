import {
  type Refusal,
  refusals,
  SOMETHING_WRONG,
  serverRefusals,
  UNFORESEEN,
} from '@folkmoot/contract/core/problem.ts';
import type { Problem } from '@folkmoot/contract/core/problem-schema.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAway, isReadOnly } from '../db/away.ts';
import { isLostRace } from '../db/lost-race.ts';
import { isDiskFull } from '../disk.ts';
import { HttpError, readOnly } from './errors.ts';

/** Errors that Fastify and its plugins raise before a handler runs, and what they mean here. */
const BY_STATUS: Record<number, Refusal> = {
  400: refusals.malformed,
  404: refusals.notFound,
  413: refusals.tooLarge,
  415: serverRefusals.wrongType,
  429: refusals.slowDown,
  503: refusals.notReady,
};

/** A number or an instant out of range, an invalid character or instant: a forged cursor, the year 0. */
const BAD_VALUE = ['22003', '22007', '22008', '22009', '22021', '22P05', '22P02'];

/** Turns anything that was thrown into the one shape of errors. Unexpected errors get a reference into the log. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof HttpError)
    return {
      ...asProblem(error.refusal),
      ...(error.fields ? { fields: error.fields } : {}),
      ...(error.current === undefined ? {} : { current: error.current }),
    };
  if (isRefusal(error)) return asProblem(error);
  const status = statusOf(error);
  const known = BY_STATUS[status] ?? (status > 400 && status < 500 ? refusals.notFound : undefined);
  if (known) return asProblem(known);
  if (isLostRace(error)) return asProblem(refusals.conflict);
  if (hasCode(error, BAD_VALUE)) return asProblem(refusals.malformed);
  if (isDiskFull(error)) {
    request.log.error({ err: error }, 'the disk is full');
    return asProblem(serverRefusals.storageFull);
  }
  if (isReadOnly(error)) {
    request.log.error({ err: error }, 'the database can only be read');
    return asProblem(readOnly);
  }
  if (isAway(error)) {
    request.log.error({ err: error }, 'a connection was refused or cut off');
    return asProblem(refusals.notReady);
  }
  request.log.error({ err: error, reference: request.id }, 'a request failed');
  return { statusCode: 500, code: UNFORESEEN, message: SOMETHING_WRONG, reference: request.id };
}

/** Sends a problem as the whole answer. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.statusCode === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', '60');
  return reply
    .code(problem.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problem));
}

function asProblem(refusal: Refusal): Problem {
  return { statusCode: refusal.status, code: refusal.code, message: refusal.message };
}

function isRefusal(error: unknown): error is Refusal {
  return (
    typeof error === 'object' &&
    error !== null &&
    !(error instanceof Error) &&
    'code' in error &&
    'status' in error &&
    'message' in error
  );
}

function statusOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
