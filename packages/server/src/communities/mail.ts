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
export function approvedMail({ to, community, product, origin }: AnswerMail): Mail {
  return write(to.email, `You are now a member of ${community.name}`, {
    preview: 'Your request to join was approved.',
    heading: `Welcome to ${community.name}`,
    paragraphs: [
      `Hello ${to.firstName}, your request to join was approved. You have already joined its default channels.`,
    ],
    button: { label: `Open ${community.name}`, href: `${origin}/${community.slug}` },
    footer: `You received this email because you asked to join on ${product}.`,
  });
}

/** Tells a person that their request to join was declined, and why. */
export function rejectedMail({
  to,
  community,
  product,
  reason,
  days,
}: AnswerMail & { reason: string; days: number }): Mail {
  return write(to.email, `Your request to join ${community.name}`, {
    preview: 'Your request to join was not approved.',
    heading: `About your request to join ${community.name}`,
    paragraphs: [
      `Hello ${to.firstName}, your request to join was not approved this time.`,
      ...(reason === '' ? [] : [reason]),
      `You can ask again after ${days} days.`,
    ],
    footer: `You received this email because you asked to join on ${product}.`,
  });
}

function write(to: string, subject: string, content: EmailContent): Mail {
  return { to, subject, ...renderEmail(content) };
}
