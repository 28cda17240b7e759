import { type EmailContent, renderEmail } from '../core/mail/email-template.ts';
import type { Mail } from '../core/mail/mail.ts';

type AnswerMail = {
  to: { email: string; firstName: string };
  community: { name: string; slug: string };
  /** The product's own name and address. */
  product: string;
  origin: string;
};

/** Tells a person that their request to join was approved. */
export function approvedMail(answer: AnswerMail): Mail {
  const { to, community, origin } = answer;
  return write(answer, `You are now a member of ${community.name}`, {
    preview: 'Your request to join was approved.',
    heading: `Welcome to ${community.name}`,
    paragraphs: [`Hello ${to.firstName},`, 'Your request to join was approved.'],
    button: { label: `Open ${community.name}`, href: `${origin}/${community.slug}` },
  });
}

/** Tells a person that their request to join was declined, and why. */
export function rejectedMail({ reason, days, ...answer }: AnswerMail & { reason: string; days: number }): Mail {
  const { to, community } = answer;
  return write(answer, `Your request to join ${community.name}`, {
    preview: 'Your request to join was not approved.',
    heading: `About your request to join ${community.name}`,
    paragraphs: [
      `Hello ${to.firstName},`,
      `Your request to join was not approved this time. You can ask again in ${days} days.`,
    ],
    ...(reason !== '' && { quote: { by: `From ${community.name}`, text: reason } }),
  });
}

function write(
  { to, community, product, origin }: AnswerMail,
  subject: string,
  content: Omit<EmailContent, 'sender' | 'reason' | 'settings'>,
): Mail {
  const letter: EmailContent = {
    ...content,
    sender: { label: product, href: origin },
    reason: `You received this email because you asked to join ${community.name} on ${product}.`,
    settings: { label: 'Choose which emails you get', href: `${origin}/settings/notifications` },
  };
  return { to: to.email, subject, ...renderEmail(letter) };
}
