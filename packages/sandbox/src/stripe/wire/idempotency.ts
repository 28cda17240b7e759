import { createHash } from 'node:crypto';
import type { Replay, World } from '../world.ts';
import { Refusal } from './errors.ts';

const KEPT_MS = 24 * 3_600_000;
const LONGEST = 255;

const failure = (status: number, message: string, code?: string) =>
  new Refusal(status, { ...(code !== undefined && { code }), message, type: 'idempotency_error' });

/** Answers by the keys they were asked with, for a day, so that a call that is repeated happens once. */
export class Idempotency {
  readonly #world: World;
  /** Keys of calls that are being answered. */
  readonly #open = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * Begins a call.
   *
   * @param endpoint method and path. @param parameters as they came. @returns the first answer, if there was one.
   * @throws Refusal for other parameters or another call with the same key, and while the first call is under way.
   */
  begin(account: string, key: string, endpoint: string, parameters: string): Replay | undefined {
    if (key.length > LONGEST) throw failure(400, `Idempotency keys can have up to ${LONGEST} characters.`);
    const id = `${account} ${key}`;
    if (this.#open.has(id))
      throw failure(
        409,
        `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. You should try again later, or after the first request has completed.`,
        'idempotency_key_in_use',
      );
    const replay = this.#world.get('replay', id);
    if (!replay || replay.at < this.#world.ms - KEPT_MS) {
      this.#open.add(id);
      return undefined;
    }
    const [path, then] = [endpoint, replay.endpoint].map((one) => one.slice(one.indexOf(' ') + 1));
    if (replay.endpoint !== endpoint)
      throw failure(
        400,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${then}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (replay.fingerprint !== fingerprint(parameters))
      throw failure(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    return replay;
  }

  /** Keeps the answer to a call that {@link begin} let through; without one, the key is free again. */
  end(
    account: string,
    key: string,
    endpoint: string,
    parameters: string,
    answer?: { status: number; body: unknown; request: string },
  ): void {
    const id = `${account} ${key}`;
    this.#open.delete(id);
    if (answer)
      this.#world.put('replay', account, id, {
        ...answer,
        id,
        endpoint,
        fingerprint: fingerprint(parameters),
        at: this.#world.ms,
      });
  }

  /** Forgets answers older than a day. */
  prune(): void {
    for (const { id, at } of this.#world.all('replay'))
      if (at < this.#world.ms - KEPT_MS) this.#world.remove('replay', id);
  }
}

const fingerprint = (parameters: string) => createHash('sha256').update(parameters).digest('base64url');
