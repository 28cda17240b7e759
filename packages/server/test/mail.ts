import { readAddress } from '@folkmoot/contract/core/email.ts';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Mailbox = {
  url: string;
  /** The next unread email to this address; waits for it. */
  next(to: string): Promise<Email>;
  /** Every email that was taken, in order: to whom, from which envelope, and as it came. */
  readonly taken: readonly { to: string; from: string; raw: string; mail: Email }[];
  /** True if an unread email to this address is waiting. */
  has(to: string): boolean;
  close(): Promise<void>;
};

/** What a mail server says to a recipient instead of taking the email, such as `550 5.1.1 No such user`. */
export type Answering = (to: string, tries: number) => string | Promise<void> | undefined;

/**
 * A real SMTP server on loopback that keeps what it receives.
 *
 * @param answering what it says to some recipients, or what it waits for before it takes their emails.
 */
export async function openMailbox(answering: Answering = () => undefined): Promise<Mailbox> {
  const tries = new Map<string, number>();
  const kept: { to: string; mail: Email }[] = [];
  const taken: { to: string; from: string; raw: string; mail: Email }[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const count = (tries.get(address) ?? 0) + 1;
      tries.set(address, count);
      const said = answering(address, count);
      if (said instanceof Promise) return void said.then(() => done());
      if (said === undefined) return done();
      done(Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo) {
          // The server here shows domains in their own script.
          const to = readAddress(address)?.address ?? address;
          kept.push({ to, mail });
          const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
          taken.push({ to, from, raw: Buffer.concat(chunks).toString('latin1'), mail });
        }
        for (const look of waiting) look();
        done();
      });
    },
  });
  // A killed server drops its connections.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const take = (to: string) => {
    const at = kept.findIndex((one) => one.to === to);
    return at < 0 ? undefined : kept.splice(at, 1)[0]?.mail;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    has: (to) => kept.some((one) => one.to === to),
    next: (to) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = take(to);
          if (!mail) return;
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The six digits in an email. */
export function codeIn(mail: Email): string {
  return /\b(\d{6})\b/.exec(mail.text ?? '')?.[1] ?? '';
}
