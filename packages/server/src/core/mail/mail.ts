import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Queue } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { createCipher } from '../security/encrypt.ts';

/** One mail, as HTML and as plain text, with files where it carries any. */
export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: string }[];
};

export const MAIL_QUEUE = 'mail';

export type Mailer = {
  /** What to put into the mail queue; sealed, since codes and links pass through it. */
  job(mail: Mail): { sealed: string };
  readonly queue: Queue<{ sealed: string }>;
  close(): void;
};

/** Milliseconds for a mail server that says nothing: well within the time that one job has. */
const PATIENCE = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 } as const;

/** Speaks SMTP to whatever `SMTP_URL` names. Without one, mails are dropped and the log says so. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'authSecret'>, log: Log): Mailer {
  const seal = createCipher(config.authSecret, 'mail');
  const transport: Transporter | undefined =
    config.smtpUrl === undefined ? undefined : createTransport({ url: config.smtpUrl, ...PATIENCE });
  return {
    job: (mail) => ({ sealed: seal.close(JSON.stringify(mail)) }),
    queue: {
      name: MAIL_QUEUE,
      // Fetched together, sent in order: what is told last is told last.
      batchSize: 10,
      async work({ sealed }) {
        const mail = JSON.parse(seal.open(sealed)) as Mail;
        if (!transport) return log.warn('no SMTP_URL is set: a mail was not sent');
        await transport.sendMail({ from: config.mailFrom, ...mail });
      },
    },
    close: () => transport?.close(),
  };
}
