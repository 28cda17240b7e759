import { once } from 'node:events';
import type { Server } from 'node:net';
import { mailboxServer } from './http.ts';
import { Mails } from './mails.ts';
import type { ReportTo } from './reports.ts';
import { mailServer } from './smtp.ts';

const host = '127.0.0.1';

export type Mailbox = { smtpUrl: string; mailboxUrl: string; mails: Mails; stop: () => Promise<void> };

/** Starts the SMTP server and the page, each on its own loopback port; 0 takes a free one. Reports about letters are handed in at `reportTo`. */
export async function startMailbox(
  ports: { smtp: number; page: number },
  reportTo: () => ReportTo | undefined = () => undefined,
): Promise<Mailbox> {
  const mails = new Mails();
  const smtp = mailServer(mails, reportTo);
  const page = mailboxServer(mails);
  const smtpPort = await listening(smtp.listen(ports.smtp, host));
  const pagePort = await listening(page.listen(ports.page, host));
  return {
    smtpUrl: `smtp://${host}:${smtpPort}`,
    mailboxUrl: `http://${host}:${pagePort}`,
    mails,
    stop: async () => {
      const closed = [
        new Promise<void>((done) => smtp.close(done)),
        new Promise<void>((done) => page.close(() => done())),
      ];
      // Pages keep their live connection open for ever; we have to close it.
      page.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

async function listening(server: Server): Promise<number> {
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox could not open a port.');
  return address.port;
}
