/** Where a mail server hands in what comes back, and the secret that it is known by. */
export type ReportTo = { url: string; secret: string };

type About = { from: string; to: string };

const message = (to: string, type: string, ...parts: string[]) =>
  [
    'From: MAILER-DAEMON@mailbox.example',
    `To: <${to}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="part"`,
    '',
    ...parts.flatMap((part) => ['--part', part]),
    '--part--',
    '',
  ].join('\r\n');

/** That a letter was not delivered in the end. Source: RFC 3464. */
const returned = ({ from, to }: About) =>
  message(
    from,
    'delivery-status',
    'Content-Type: text/plain\r\n\r\nYour message could not be delivered.',
    `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mailbox.example\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such user here\r\n`,
  );

/** That a reader calls a letter spam. Source: RFC 5965. */
const spam = ({ from }: About) =>
  message(
    'abuse@mailbox.example',
    'feedback-report',
    'Content-Type: text/plain\r\n\r\nA reader called this message spam.',
    `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\nUser-Agent: Mailbox/1\r\nOriginal-Mail-From: <${from}>\r\n`,
  );

/** Hands in a report about a letter. If the product is away, the report is lost, as it may be in the world. */
export async function sendReport({ url, secret }: ReportTo, kind: 'returned' | 'spam', about: About): Promise<void> {
  await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    body: kind === 'returned' ? returned(about) : spam(about),
  }).catch(() => undefined);
}
