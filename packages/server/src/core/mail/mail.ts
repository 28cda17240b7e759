import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { newId } from '../id.ts';
import type { Queue } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { createCipher } from '../security/encrypt.ts';
import { answerOf, FINAL, type MailAnswer, oneLine } from './answers.ts';

/** One email, as HTML and as plain text, with files if it carries any. */
export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Who gets the answer, if not the product. */
  replyTo?: string;
  attachments?: { filename: string; contentType: string; content: string }[];
  /** Somebody waits for it in front of a screen: it does not queue behind other emails. */
  urgent?: true;
};

/** Emails that somebody waits for, and all others: each lane has a queue and a connection of its own. */
export const MAIL_QUEUES = { urgent: 'mail-urgent', usual: 'mail' } as const;

/** The queue that an email goes into. */
export function mailQueueOf({ urgent }: Pick<Mail, 'urgent'>): string {
  return urgent ? MAIL_QUEUES.urgent : MAIL_QUEUES.usual;
}

type Job = { sealed: string };

export type Mailer = {
  /** What to put into the email queue; sealed, since codes and links pass through it. */
  job(mail: Mail): Promise<Job>;
  readonly queues: readonly Queue<never>[];
  close(): void;
};

/** Milliseconds to wait for a silent mail server: well within the time that one job has. */
const PATIENCE = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 } as const;

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom'> & Partial<Pick<Config, 'dkim'>>;

/** An email with what belongs to its envelope. */
export type Outgoing = Omit<Mail, 'urgent'> & {
  /** The same however often it is tried, so that receivers know a repeat. */
  messageId: string;
  /** Whose name it is from; the address stays ours. */
  fromName?: string;
  headers?: Record<string, string>;
  /** Where reports about it go; without it, to the address that it is from. */
  returnTo?: string;
};

export type Sender = {
  /** Hands an email to the mail server, and returns what it answers instead of throwing. */
  send(mail: Outgoing): Promise<MailAnswer>;
  close(): void;
};

/**
 * Speaks SMTP to the server in `SMTP_URL`. Emails that follow one another share a connection: servers let each new one
 * wait before they greet it.
 *
 * @param connections how many are open at once. With one, emails arrive in order.
 * @returns undefined without an SMTP server.
 */
export function createSender({ smtpUrl: url, mailFrom, dkim }: Settings, connections: number): Sender | undefined {
  if (url === undefined) return undefined;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    ...PATIENCE,
    ...(dkim && { dkim }),
  });
  const ours = { name: nameIn(mailFrom), address: addressIn(mailFrom) };
  return {
    send: ({ to, fromName, returnTo, ...mail }) =>
      transport
        .sendMail({
          ...mail,
          from: { ...ours, ...(fromName !== undefined && { name: fromName }) },
          to: { name: '', address: to },
          encoding: encodingOf(mail.html),
          ...(returnTo !== undefined && { envelope: { from: returnTo, to } }),
        })
        .then(
          ({ response = '' }) => ({ meaning: 'sent' as const, text: oneLine(response) }),
          (error: unknown) => answerOf(error),
        ),
    close: () => transport.close(),
  };
}

/**
 * How a text travels: readable in its source, unless most of its characters are outside of ASCII and three times as long that way. The
 * library would look at every character of every letter to find that out.
 */
function encodingOf(html: string): 'base64' | 'quoted-printable' {
  return Buffer.byteLength(html) > 1.25 * html.length ? 'base64' : 'quoted-printable';
}

/** A Message-ID of ours, of something that has an id. */
export function messageIdOf({ mailFrom }: Pick<Config, 'mailFrom'>, id: string): string {
  return `<${id}@${/@(.+)$/.exec(addressIn(mailFrom))?.[1] ?? 'localhost'}>`;
}

/** The two parts of a `From`, such as `Folkmoot <hello@folkmoot.example>`. */
function addressIn(from: string): string {
  return /<([^<>]*)>/.exec(from)?.[1]?.trim() ?? from.trim();
}

function nameIn(from: string): string {
  return (/^(.*)<[^<>]*>/.exec(from)?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
}

/**
 * Sends emails from two queues. Without an SMTP server they are dropped, and the log says so. An email is not tried
 * again once the server has refused it for good.
 */
export function createMailer(config: Settings & Pick<Config, 'authSecret'>, log: Log): Mailer {
  const seal = createCipher(config.authSecret, 'mail');
  const senders: (Sender | undefined)[] = [];
  const lane = (name: string): Queue<Job> => {
    const sender = createSender(config, 1);
    senders.push(sender);
    return {
      name,
      // Fetched together, sent in order: the last email queued is the last sent.
      batchSize: 10,
      async work({ sealed }) {
        const { urgent: _, ...mail } = JSON.parse(await seal.open(sealed)) as Mail & Outgoing;
        if (!sender) return log.warn('no SMTP_URL is set: an email was not sent');
        const answer = await sender.send(mail);
        if (!FINAL.has(answer.meaning)) throw new Error(`The mail server did not take an email: ${answer.text}`);
        if (answer.meaning !== 'sent') log.warn({ queue: name, answer }, 'the mail server refused an email for good');
        return answer;
      },
    };
  };
  return {
    job: async (mail) => ({
      sealed: await seal.close(JSON.stringify({ ...mail, messageId: messageIdOf(config, newId()) })),
    }),
    queues: [lane(MAIL_QUEUES.urgent), lane(MAIL_QUEUES.usual)] as readonly Queue<never>[],
    close: () => {
      for (const sender of senders) sender?.close();
    },
  };
}
