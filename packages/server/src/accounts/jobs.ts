import { CODE } from '@folkmoot/contract/accounts/schema.ts';
import { runCommand, type Services } from '../core/command.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import type { Queue } from '../core/jobs/jobs.ts';
import { createCodes, SIGN_IN_MAIL_QUEUE } from './codes-actions.ts';
import { alreadyHereMail, codeMail } from './mail.ts';
import { findByEmail } from './store.ts';

type Parts = {
  db: Db;
  services: Services;
  config: Pick<Config, 'appName' | 'authSecret' | 'rateLimits'>;
  appUrl: () => string;
};

/** Writes the sign-in emails after the response: its timing does not reveal whether an address has an account. */
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
          ? alreadyHereMail({ to: email, name: person.name, link: `${appUrl()}/sign-in`, product })
          : codeMail({ to: email, code, purpose, product, minutes: CODE.minutes });
      await runCommand(db, services, false, (command) => command.sendMail(mail));
    },
  };
  return [queue as Queue<never>];
}
