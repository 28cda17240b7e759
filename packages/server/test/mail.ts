import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Mailbox = {
  url: string;
  /** The next unread email to this address; waits for it. */
  next(to: string): Promise<Email>;
  /** True if an unread email to this address is waiting. */
  has(to: string): boolean;
  close(): Promise<void>;
};

/** A real SMTP server on loopback that keeps what it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const kept: { to: string; mail: Email }[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo) kept.push({ to: address, mail });
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
