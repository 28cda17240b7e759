import { fromCleaned } from '../../core/http/escape-html.ts';
import { fillLetter, textOf } from '../../core/http/html.ts';
import { type EmailContent, renderEmail } from '../../core/mail/email-template.ts';
import { eventFacts, eventPicture } from '../../events/mails/letter-actions.ts';
import type { WrittenLetter } from '../../mailings/actions.ts';
import type { LetterParts } from '../mail.ts';

/**
 * A host's message to one guest, in the host's words and in our frame. Its time is the event's own, as in invitations.
 *
 * @param own its token opens the guest's own registration; at `stop` the reader unsubscribes, and `notMe` is for somebody
 * who may not have registered. A copy for the sender has none of them.
 */
export function guestMessage(
  { mailing, event, by, product, origin }: LetterParts,
  reader: { address: string; firstName: string },
  own: { token: string; stop: string; notMe?: string | undefined } | undefined,
): Omit<WrittenLetter, 'scope'> {
  const words = fillLetter(mailing.html, reader.firstName);
  const name = `${by.firstName} ${by.lastName}`.trim();
  const picture = eventPicture(event, origin);
  const content: EmailContent = {
    preview: textOf(words).slice(0, 120),
    sender: { label: product, href: origin },
    tint: event.tint,
    ...(picture && { picture }),
    above: event.server ? `${name} via ${event.server.name}` : `A message from ${name}`,
    heading: mailing.subject,
    paragraphs: [],
    letter: { html: fromCleaned(words), text: textOf(words) },
    facts: [{ label: 'Event', lines: [event.name] }, ...eventFacts(event)],
    button: { label: 'See the event', href: `${origin}/${event.alias}${own ? `?token=${own.token}` : ''}` },
    ...(own?.notMe && {
      links: [
        {
          label: 'I didn’t register for this',
          href: `${origin}/events/stop-mail?event=${event.id}&token=${own.notMe}`,
        },
      ],
    }),
    reason: own
      ? `You received this email because you are on the guest list of ${event.name} on ${product}. Your answer goes to ${name}.`
      : `This is a copy of a message that you wrote on ${product}. Your guests will see an unsubscribe link here.`,
    ...(own && { stop: { label: 'Unsubscribe', href: own.stop } }),
  };
  return {
    to: reader.address,
    subject: mailing.subject,
    ...renderEmail(content),
    fromName: event.server ? `${name} via ${event.server.name}` : `${name} via ${product}`,
    replyTo: by.address,
  };
}
