import type { DeclineReason } from '@folkmoot/contract/core/decline.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { DECLINE_TEXTS, type GuestView, LIMITS, refusals } from '@folkmoot/contract/registrations/schema.ts';

/** What a host is writing while they cancel a registration. */
export type Writing = {
  reason: DeclineReason | '';
  /** The reason in their own words, for Custom and Other. */
  own: string;
  notify: boolean;
  /** Whether what they have paid goes back. */
  refund: boolean;
  subject: string;
  body: string;
  /** The template was changed by hand, and is not filled again. */
  edited: boolean;
};

export type Problems = Partial<Record<'reason' | 'own' | 'subject' | 'body', string>>;

export function startOf(): Writing {
  return { reason: '', own: '', notify: true, refund: true, subject: '', body: '', edited: false };
}

/** What prevents leaving a step, by field. */
export function problemsOf({ reason, own, notify, subject, body }: Writing, step: number): Problems {
  if (step === 0) {
    if (reason === '') return { reason: 'Choose a reason.' };
    if (reason !== 'Custom' && reason !== 'Other') return {};
    if (own.trim() === '') return { own: 'Write the reason.' };
    return lengthOf(own) > LIMITS.reason ? { own: `Reason cannot exceed ${LIMITS.reason} characters.` } : {};
  }
  if (!notify) return {};
  const problems: Problems = {};
  if (subject.trim() === '') problems.subject = refusals.subjectBlank.message;
  else if (lengthOf(subject) > LIMITS.subject) problems.subject = `Subject cannot exceed ${LIMITS.subject} characters.`;
  if (body.trim() === '') problems.body = refusals.bodyBlank.message;
  return problems;
}

/** The suggested email, from the reason. */
export function templateFor(
  { reason, own }: Pick<Writing, 'reason' | 'own'>,
  event: Pick<EventView, 'name'>,
  guest: Pick<GuestView, 'name'>,
  creator: string | undefined,
): Pick<Writing, 'subject' | 'body'> {
  const said = reason === 'Other' || reason === 'Custom' ? own.trim() : reason === '' ? '' : DECLINE_TEXTS[reason];
  const first = guest.name.split(' ')[0];
  const body = [
    `Hello ${first || 'there'},`,
    `Your registration for ${event.name} has been cancelled.`,
    said,
    ...(creator === undefined ? [] : [`If you have questions, write to ${creator}.`]),
  ];
  return {
    subject: shorten(`Your registration for ${event.name}`),
    body: body.filter((part) => part !== '').join('\n\n'),
  };
}

function shorten(subject: string): string {
  return lengthOf(subject) <= LIMITS.subject ? subject : `${[...subject].slice(0, LIMITS.subject - 1).join('')}…`;
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The email's text as HTML, encoded as Base64 of its UTF-8 for the request. */
export function htmlOf(body: string): string {
  const escaped = body.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
  const html = escaped
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('');
  return btoa(Array.from(new TextEncoder().encode(html), (byte) => String.fromCharCode(byte)).join(''));
}
