import { refusals, SOMETHING_WRONG, UNFORESEEN } from '@folkmoot/contract/core/problem.ts';
import type { Problem } from '@folkmoot/contract/core/problem-schema.ts';

/** The code of an error that never reached the server. */
export const OFFLINE = 'web.offline';

/** The code of an answer that did not come from our server, where the status is all that is known. */
const UNREADABLE = 'core.unreadable';

/** Errors with a generic message: the caller's own sentence says more. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([UNFORESEEN, UNREADABLE]);

/** An error of the API as the screens meet it: the server's words, and the fields they belong to. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly reference: string | undefined;
  /** What is there now, where the answer says so: the newer draft of a 409. */
  readonly current: unknown;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ApiError';
    this.statusCode = problem.statusCode;
    this.code = problem.code;
    this.fields = problem.fields ?? {};
    this.reference = problem.reference;
    this.current = problem.current;
  }
}

/** What a call throws when the network is gone. Status 0, because no server answered. */
export function offlineError(): ApiError {
  return new ApiError({
    statusCode: 0,
    code: OFFLINE,
    message: 'You seem to be offline. Check the connection, then try again.',
  });
}

/** Tells our server's errors apart from those of a proxy in between. By hand: the first page has no schemas. */
export function isProblem(raw: unknown): raw is Problem {
  const { statusCode, code, message, fields = {} } = (raw ?? {}) as Partial<Record<keyof Problem, unknown>>;
  return (
    typeof statusCode === 'number' &&
    typeof code === 'string' &&
    typeof message === 'string' &&
    typeof fields === 'object' &&
    fields !== null &&
    Object.values(fields).every((sentence) => typeof sentence === 'string')
  );
}

/**
 * Reads an error answer. A proxy in between may answer HTML; the sentence is then our own default for the status.
 */
export async function readError(response: Response): Promise<ApiError> {
  const raw: unknown = await response.json().catch(() => undefined);
  if (isProblem(raw)) return new ApiError(raw);
  const known = Object.values(refusals).find((refusal) => refusal.status === response.status);
  return new ApiError({
    statusCode: response.status,
    code: known?.code ?? UNREADABLE,
    message: known?.message ?? SOMETHING_WRONG,
  });
}

/** The sentence for the person: the server's, or for anything unforeseen the named default. */
export function errorMessage(error: unknown, fallback: string = SOMETHING_WRONG): string {
  return error instanceof ApiError && error.message && !SAYS_NOTHING.has(error.code) ? error.message : fallback;
}

/** Whether the same call may be answered later: without a network, after too many calls, or while the server is busy. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.statusCode === 0 || error.statusCode === 429 || error.statusCode >= 500);
}

/** True for a response with this status, such as 404 for something you may not see. */
export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.statusCode === status;
}
