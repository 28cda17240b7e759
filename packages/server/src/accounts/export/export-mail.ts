import { EXPORT } from '@folkmoot/contract/accounts/export-schema.ts';
import { renderEmail } from '../../core/mail/email-template.ts';
import type { Mail } from '../../core/mail/mail.ts';

type To = { to: string; firstName: string; product: string; origin: string };

/** A copy of somebody's data is ready. It leads to the settings, not to the file: emails are read by others too. */
export function exportReadyMail({ to, firstName, product, origin }: To): Mail {
  const subject = `Your data on ${product} is ready to download`;
  return {
    to,
    subject,
    ...renderEmail({
      preview: subject,
      sender: { label: product, href: origin },
      heading: 'Your data is ready to download',
      paragraphs: [
        `Hello ${firstName}, the copy of your data that you requested is ready. You can download it from your settings for the next ${EXPORT.days} days. After that, we’ll delete it.`,
      ],
      button: { label: 'Open your settings', href: `${origin}/settings/account` },
      reason: `You received this email because someone who is signed in to your account on ${product} requested a copy of your data. If it wasn’t you, sign out everywhere in your settings and change your password.`,
    }),
  };
}
