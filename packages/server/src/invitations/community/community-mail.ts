import { fromCleaned } from '../../core/http/escape-html.ts';
import { textOf } from '../../core/http/html.ts';
import { type EmailContent, renderEmail } from '../../core/mail/email-template.ts';
import type { WrittenLetter } from '../../mailings/actions.ts';
import type { Mailing } from '../../mailings/store.ts';
import type { Inviter } from '../mail.ts';

/** What all letters of one mailing share. */
export type CommunityLetterParts = {
  mailing: Pick<Mailing, 'subject' | 'html'>;
  community: { name: string; slug: string };
  by: Inviter;
  product: string;
  origin: string;
};

/**
 * The letter that invites a person to a community in the words of a member, in our frame.
 *
 * @param own the code of the reader's link, and where they unsubscribe. A copy for the sender has neither.
 */
export function communityLetter(
  { mailing, community, by, product, origin }: CommunityLetterParts,
  address: string,
  own: { code: string; stop: string } | undefined,
): Omit<WrittenLetter, 'scope'> {
  const name = `${by.firstName} ${by.lastName}`.trim();
  const content: EmailContent = {
    preview: `${name} invites you to join ${community.name}`,
    sender: { label: product, href: origin },
    above: `${name} invites you to join`,
    heading: community.name,
    paragraphs: [],
    letter: { html: fromCleaned(mailing.html), text: textOf(mailing.html) },
    button: {
      label: `Join ${community.name}`,
      href: own ? `${origin}/invite/${own.code}` : `${origin}/${community.slug}`,
    },
    reason: own
      ? `You received this email because ${name} invited you to ${community.name} on ${product}. The link is for one person.`
      : `This is a copy of an invitation that you wrote on ${product}. Each person you invite gets a link of their own, and an unsubscribe link here.`,
    ...(own && { stop: { label: 'Unsubscribe', href: own.stop } }),
  };
  return {
    to: address,
    subject: mailing.subject,
    ...renderEmail(content),
    fromName: `${name} via ${community.name}`,
    replyTo: by.address,
  };
}
