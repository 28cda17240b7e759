/**
 * What a mail server's answer means for one email.
 * - `sent`: it has taken it.
 * - `later`: not now, perhaps later.
 * - `busy`: nothing for this domain for a while.
 * - `gone`: there is no such address.
 * - `refused`: not this email, whatever we do: the mailbox is full, or the email too large.
 * - `policy`: it does not trust us; the address may well be there.
 * - `away`: the server was not reached, or does not know us; this says nothing about the email.
 */
export type Meaning = 'sent' | 'later' | 'busy' | 'gone' | 'refused' | 'policy' | 'away';

/** @property text what the server said, on one line, without the address. */
export type MailAnswer = { meaning: Meaning; text: string };

/** Meanings after which sending the same email again is no use. */
export const FINAL: ReadonlySet<Meaning> = new Set<Meaning>(['sent', 'gone', 'refused', 'policy']);

/** Enhanced codes for an address that does not exist. Source: RFC 3463 and RFC 7505. */
const GONE = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** An answer that is longer than this is cut. */
const LONGEST = 300;

type SmtpError = { code?: string; command?: string; response?: string; responseCode?: number; message?: string };

/** Commands whose refusal is about the sender, not about whom the email is for. */
const ABOUT_US = /^(CONN|EHLO|HELO|STARTTLS|AUTH|MAIL FROM)/;

/** Reads the error with which nodemailer says that an email was not taken. */
export function answerOf(error: unknown): MailAnswer {
  const { code, command = '', response = '', responseCode, message = '' } = error as SmtpError;
  const text = oneLine(response === '' ? message : response);
  return { meaning: meaningOf({ code, command, response, status: responseCode ?? 0 }), text };
}

function meaningOf(said: { code: string | undefined; command: string; response: string; status: number }): Meaning {
  const { code, command, response, status } = said;
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] ?? '';
  // It hung up in the middle of a letter, and not when it was greeted.
  if (status === 421 && command === 'CONN' && code === 'ECONNECTION') return 'busy';
  // It needs letters that the server cannot write to.
  if (code === 'EENVELOPE' && status === 0) return 'refused';
  if (status < 400 || /^E(NO)?AUTH|^EOAUTH2/.test(code ?? '')) return 'away';
  if (ABOUT_US.test(command)) return status < 500 || !command.startsWith('MAIL FROM') ? 'away' : 'policy';
  if (status === 421 || (enhanced.startsWith('4.7.') && !isGreylisted(status, enhanced, response))) return 'busy';
  if (status < 500) return 'later';
  if (GONE.has(enhanced)) return 'gone';
  return enhanced.startsWith('5.7.') || (status === 554 && enhanced === '') ? 'policy' : 'refused';
}

/** It takes no letter of somebody new at once, but lets each in that comes again after some minutes: others to the domain need not wait. */
const isGreylisted = (status: number, enhanced: string, response: string) =>
  (status === 451 && enhanced === '4.7.1') || /gr[ae]y.?list/i.test(response);

/** What the status of a letter means that was not delivered in the end, such as `5.1.1`. Source: RFC 3463. */
export function meaningOfStatus(status: string): Meaning {
  if (GONE.has(status.trim())) return 'gone';
  return status.trim().startsWith('5.7.') ? 'policy' : 'refused';
}

/** Addresses stay out of logs and of what hosts read: servers like to repeat them. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/<?[^\s<>"']+@[^\s<>"':;,]+>?/g, '…')
    .trim()
    .slice(0, LONGEST);
}
