import { ASKED } from '@folkmoot/contract/events/invitations-schema.ts';
import { fromCleaned } from '../core/http/escape-html.ts';
import { fillLetter, textOf } from '../core/http/html.ts';
import { type EmailContent, renderEmail } from '../core/mail/email-template.ts';
import { eventFacts, eventPicture } from '../events/mails/letter-actions.ts';
import type { MailEvent } from '../events/mails/mails-store.ts';
import type { WrittenLetter } from '../mailings/actions.ts';
import type { Mailing } from '../mailings/store.ts';
import type { Invitation } from './store.ts';

export type Inviter = { firstName: string; lastName: string; address: string };

/** What all letters of one mailing share. */
export type LetterParts = {
  mailing: Pick<Mailing, 'subject' | 'html'>;
  event: MailEvent;
  by: Inviter;
  product: string;
  origin: string;
};

/**
 * The letter that invites a person in the words of a host, in our frame. Its time is the event's own: it would say whether the
 * address has an account if it were on the reader's clock.
 *
 * @param own its token lets people without an account answer for the address; at `stop` the reader unsubscribes; the picture at
 * `openedBy`, if there is one, tells that the letter was opened. A copy for the sender has none of these.
 */
export function invitationLetter(
  { mailing, event, by, product, origin }: LetterParts,
  invitation: Pick<Invitation, 'address' | 'firstName' | 'role'>,
  own: { token: string; stop: string; openedBy?: string | undefined } | undefined,
): Omit<WrittenLetter, 'scope'> {
  const words = fillLetter(mailing.html, invitation.firstName);
  const name = `${by.firstName} ${by.lastName}`.trim();
  const page = `${origin}/${event.alias}${own ? `?token=${own.token}` : ''}`;
  const picture = eventPicture(event, origin);
  const content: EmailContent = {
    preview: `${name} invites you to ${event.name}`,
    sender: { label: product, href: origin },
    tint: event.tint,
    ...(picture && { picture }),
    above: event.server ? `${name} via ${event.server.name}` : `${name} invites you`,
    heading: event.name,
    paragraphs: invitation.role === 'guest' ? [] : [`You are asked to ${ASKED[invitation.role]}.`],
    letter: { html: fromCleaned(words), text: textOf(words) },
    facts: eventFacts(event),
    button: { label: 'See the event', href: page },
    links: [{ label: 'Can’t come', href: `${page}#cancel` }],
    reason: own
      ? `You received this email because ${name} invited you to ${event.name} on ${product}.${own.openedBy ? ' The hosts see whether it was opened.' : ''}`
      : `This is a copy of an invitation that you wrote on ${product}. The people you invite will see an unsubscribe link here.`,
    ...(own && { stop: { label: 'Unsubscribe', href: own.stop } }),
    ...(own?.openedBy && { openedBy: own.openedBy }),
  };
  return {
    to: invitation.address,
    subject: mailing.subject,
    ...renderEmail(content),
    fromName: event.server ? `${name} via ${event.server.name}` : `${name} via ${product}`,
    replyTo: by.address,
  };
}
