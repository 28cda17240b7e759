import { CODE } from '@folkmoot/contract/accounts/schema.ts';
import { runCommand, type Services } from '../core/command.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import type { Queue } from '../core/jobs/jobs.ts';
import { createCodes, SIGN_IN_MAIL_QUEUE } from './codes-actions.ts';
import { alreadyHereMail, codeMail } from './mail.ts';
import { dropExpired, findByEmail } from './store.ts';

type Parts = {
  db: Db;
  services: Services;
  config: Pick<Config, 'appName' | 'authSecret' | 'rateLimits'>;
  appUrl: () => string;
};

/** Accounts that are removed in one statement. */
const BATCH = 100;

/**
 * Writes the sign-in emails after the response, because its timing must not reveal whether an address has an account;
 * and removes accounts that nobody confirmed.
 */
export function accountQueues({ db, services, config, appUrl }: Parts): Queue<never>[] {
  const codes = createCodes(config);
  const queue: Queue<{ sealed: string }> = {
    name: SIGN_IN_MAIL_QUEUE,
    batchSize: 10,
    async work({ sealed }) {
      const { email, purpose, code } = await codes.open(sealed);
      const person = await findByEmail(db, email);
      if (!person) return;
      const product = config.appName;
      const mail =
        purpose === 'known'
          ? alreadyHereMail({ to: email, name: person.name, product, origin: appUrl() })
          : codeMail({ to: email, code, purpose, product, origin: appUrl(), minutes: CODE.minutes });
      await runCommand(db, services, false, (command) => command.sendMail(mail));
    },
  };
  const unconfirmed: Queue = {
    name: 'accounts.unconfirmed',
    every: 3600,
    async work(_, stopping) {
      while (!stopping() && (await dropExpired(db, BATCH, services.clock.now())) === BATCH);
    },
  };
  return [queue as Queue<never>, unconfirmed as Queue<never>];
}
