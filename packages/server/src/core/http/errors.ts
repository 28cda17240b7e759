import { type Decision, type Refusal, refusal } from '@folkmoot/contract/core/problem.ts';
import { type Db, mayWrite, violates } from '../db/db.ts';

/** A database that can only be read. Here, and not in the contract: browsers would load the sentence and never use it. */
export const readOnly = refusal(
  'core.read-only',
  503,
  'Nothing can be saved for a moment, because the server’s database can only be read. Try again in a few minutes.',
);

/** A refusal on its way out of a handler: rolls the transaction back, then travels as a problem. */
export class HttpError extends Error {
  readonly refusal: Refusal;
  readonly fields: Record<string, string> | undefined;
  /** What is there now, of a 409 that says so. */
  readonly current: unknown;

  constructor(refusal: Refusal, fields?: Record<string, string>, current?: unknown) {
    super(refusal.message);
    this.refusal = refusal;
    this.fields = fields ?? (refusal.field ? { [refusal.field]: refusal.message } : undefined);
    this.current = current;
  }
}

/** Ends the handler with this refusal. `fields` maps each wrong input to its sentence. */
export function refuse(refusal: Refusal, fields?: Record<string, string>): never {
  throw new HttpError(refusal, fields);
}

/** Ends the handler because the caller knew an older one: what is there now goes with the refusal. */
export function refuseStale(refusal: Refusal, current: unknown): never {
  throw new HttpError(refusal, undefined, current);
}

/** Continues if the rule allowed it, else ends the handler with the rule's reason. */
export function assertAllowed(decision: Decision): void {
  if (!decision.ok) throw new HttpError(decision.refusal);
}

/** The value, or the refusal if there is none. */
export function assertFound<Value>(value: Value | null | undefined, refusal: Refusal): Value {
  if (value === null || value === undefined) throw new HttpError(refusal);
  return value;
}

/** For `.catch()`: a second row under this unique constraint becomes a refusal, any other error stays one. */
export function onConflict(constraint: string, refusal: Refusal): (error: unknown) => never {
  return (error) => {
    throw violates(error, constraint) ? new HttpError(refusal) : error;
  };
}

/**
 * Work of a library that hides why it failed. If the database is away, or can only be read, that is why: the error says so. Any other
 * stays what it is.
 */
export function blamingDatabase<Given extends unknown[], Result>(
  db: Db,
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return (...given) =>
    work(...given).catch(async (error: unknown) => {
      if (!(error instanceof HttpError) && !(await mayWrite(db))) refuse(readOnly);
      throw error;
    });
}
