import type { SignIn } from '../accounts/actions.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Database } from '../core/db.ts';
export async function makeDemo(_: {
  config: Config;
  database: Database;
  clock: Clock;
  signIn: SignIn;
}): Promise<void> {}
