import PostalMime, { type Email } from 'postal-mime';
import { type Meaning, meaningOfStatus, oneLine } from '../../core/mail/answers.ts';

/** What came back of a letter: it was not delivered after all, or its reader called it spam. */
export type MailReport =
  | { kind: 'bounce'; meaning: Meaning; text: string; about: string[] }
  | { kind: 'complaint'; about: string[] };

type Fields = ReadonlyMap<string, string>;

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965). Automatic replies, and notifications of
 * anything but a failure, are neither.
 *
 * @param raw the message as it came, headers first.
 * @returns the report, with the addresses that may be the letter's own return address in `about`; undefined if it is none.
 */
export async function readMailReport(raw: Uint8Array): Promise<MailReport | undefined> {
  const mail = await new PostalMime({ forceRfc822Attachments: true }).parse(Buffer.from(raw)).catch(() => undefined);
  if (!mail) return undefined;
  const abuse = partOf(mail, 'message/feedback-report');
  if (abuse !== undefined) return complaintIn(mail, fieldsIn(abuse)[0] ?? new Map());
  const status = partOf(mail, 'message/delivery-status') ?? partOf(mail, 'message/global-delivery-status');
  return status === undefined ? plainBounceIn(mail) : bounceIn(mail, fieldsIn(status));
}

/** Words for an address that does not exist, of servers that give no code. */
const NO_SUCH =
  /unknown user|user unknown|no such (user|mailbox|recipient|address)|unknown local part|does not exist|no mailbox here/i;

/**
 * What servers return that write no delivery status: qmail, by its own words, and older Exim, which names the address in a header. Neither
 * is taken for more than a failure for good.
 */
function plainBounceIn(mail: Email): MailReport | undefined {
  const text = mail.text ?? '';
  const isExim = mail.headers.some(({ key }) => key === 'x-failed-recipients');
  const isQmail = /^\s*Hi\. This is the qmail-send program/.test(text) && text.includes('This is a permanent error');
  if ((!isExim && !isQmail) || /^warning|delayed/i.test(mail.subject ?? '')) return undefined;
  // Below it is the letter itself, in which anything may stand.
  const [said = ''] = text.split(/^--- (?:Below this line is a copy|This is a copy)|^-{6} This is a copy/m);
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(said)?.[0];
  const about = said.split('\n').find((line) => /\b5\d\d\b/.test(line) || NO_SUCH.test(line));
  const meaning = status === undefined ? (NO_SUCH.test(said) ? 'gone' : 'refused') : meaningOfStatus(status);
  return {
    kind: 'bounce',
    meaning,
    text: oneLine(about ?? 'Returned without a status'),
    about: receivers(mail).map(bare),
  };
}

function complaintIn(mail: Email, fields: Fields): MailReport | undefined {
  const type = fields.get('feedback-type')?.toLowerCase();
  // A mail provider also reports that something was no spam.
  if (type !== 'abuse' && type !== 'fraud') return undefined;
  return { kind: 'complaint', about: [fields.get('original-mail-from') ?? '', ...receivers(mail)].map(bare) };
}

function bounceIn(mail: Email, groups: readonly Fields[]): MailReport | undefined {
  const failed = groups.find((fields) => fields.get('action')?.toLowerCase() === 'failed');
  if (!failed) return undefined;
  const status = failed.get('status') ?? '';
  const said = failed.get('diagnostic-code')?.replace(/^\s*\w+\s*;\s*/, '') ?? '';
  const text = oneLine(said === '' ? `Returned with status ${status}` : said);
  return { kind: 'bounce', meaning: meaningOfStatus(status), text, about: receivers(mail).map(bare) };
}

/** Who the report is addressed to: in the headers that servers write, and in the one that senders do. */
function receivers({ headers }: Email): string[] {
  const names = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']);
  return headers.filter(({ key }) => names.has(key)).map(({ value }) => value);
}

/** An address without its name and brackets. */
function bare(value: string): string {
  return (/<([^<>]*)>/.exec(value)?.[1] ?? value.replace(/^rfc822\s*;\s*/i, '')).trim();
}

function partOf({ attachments }: Email, mimeType: string): string | undefined {
  const found = attachments.find((part) => part.mimeType.toLowerCase() === mimeType);
  if (!found) return undefined;
  return typeof found.content === 'string' ? found.content : new TextDecoder().decode(found.content);
}

/** Groups of `Name: value`, divided by empty lines; a line that begins with a blank continues the one before. */
function fieldsIn(text: string): Fields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map(
      (group) =>
        new Map(
          group.split('\n').flatMap((line) => {
            const colon = line.indexOf(':');
            return colon < 1
              ? []
              : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
          }),
        ),
    );
}
