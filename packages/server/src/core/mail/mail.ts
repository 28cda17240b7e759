import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Queue } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { createCipher } from '../security/encrypt.ts';

/** One email, as HTML and as plain text, with files if it carries any. */
export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Who gets the answer, if not the product. */
  replyTo?: string;
  attachments?: { filename: string; contentType: string; content: string }[];
};

export const MAIL_QUEUE = 'mail';

export type Mailer = {
  /** What to put into the email queue; sealed, since codes and links pass through it. */
  job(mail: Mail): Promise<{ sealed: string }>;
  readonly queue: Queue<{ sealed: string }>;
  close(): void;
};

/** Milliseconds to wait for a silent mail server: well within the time that one job has. */
const PATIENCE = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 } as const;

/** Speaks SMTP to the server in `SMTP_URL`. Without one, emails are dropped and the log says so. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'authSecret'>, log: Log): Mailer {
  const seal = createCipher(config.authSecret, 'mail');
  const transport: Transporter | undefined =
    config.smtpUrl === undefined
      ? undefined
      : // One connection for emails that follow one another: servers let each new one wait before they greet it.
        createTransport({ url: config.smtpUrl, pool: true, maxConnections: 1, ...PATIENCE });
  return {
    job: async (mail) => ({ sealed: await seal.close(JSON.stringify(mail)) }),
    queue: {
      name: MAIL_QUEUE,
      // Fetched together, sent in order: the last email queued is the last sent.
      batchSize: 10,
      async work({ sealed }) {
        const mail = JSON.parse(await seal.open(sealed)) as Mail;
        if (!transport) return log.warn('no SMTP_URL is set: an email was not sent');
        await transport.sendMail({ from: config.mailFrom, ...mail });
      },
    },
    close: () => transport?.close(),
  };
}
