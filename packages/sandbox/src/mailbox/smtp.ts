import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { isLoopbackAddress } from '../loopback.ts';
import { createAnswers } from './answers.ts';
import type { Mails } from './mails.ts';
import { parseMail } from './parse.ts';
import { type ReportTo, sendReport } from './reports.ts';

const maxBytes = 25 * 1024 * 1024;

/**
 * An SMTP server that keeps everything it receives and forwards nothing. It only accepts email from this machine.
 *
 * @param reportTo where it hands in reports about letters, as a mail server does by a pipe; nowhere as long as no product has started.
 */
export function mailServer(mails: Mails, reportTo: () => ReportTo | undefined): SMTPServer {
  const answers = createAnswers();
  return new SMTPServer({
    banner: 'Folkmoot mailbox',
    authOptional: true,
    // Without a certificate of its own it would offer one that no client trusts.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    onConnect(session, done) {
      if (isLoopbackAddress(session.remoteAddress)) return done();
      done(new Error('The sandbox accepts email from this machine only.'));
    },
    // Any name and password will do: a product set up for a real server signs in the same way here.
    onAuth(auth, _session, done) {
      done(null, { user: auth.username ?? 'anyone' });
    },
    onRcptTo({ address }, _session, done) {
      const refusal = answers.refusalOf(address);
      if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      setTimeout(done, answers.waitOf(address));
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
      buffer(stream)
        .then((raw) => parseMail(raw, recipients))
        .then((mail) => {
          if (stream.sizeExceeded)
            throw Object.assign(new Error('The email is larger than 25 MB.'), { responseCode: 552 });
          mails.add(mail);
          // The session forgets it once the answer is sent.
          const { mailFrom } = session.envelope;
          done();
          for (const to of recipients) {
            const kind = answers.reportOf(to);
            const product = reportTo();
            if (kind && product && mailFrom) void sendReport(product, kind, { from: mailFrom.address, to });
          }
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
}
