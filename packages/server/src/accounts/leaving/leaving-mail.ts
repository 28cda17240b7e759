import { LEAVING } from '@folkmoot/contract/accounts/leaving-schema.ts';
import { renderEmail } from '../../core/mail/email-template.ts';
import type { Mail } from '../../core/mail/mail.ts';

type To = { to: string; product: string; origin: string };

/** The code that deletes an account. */
export function deletionCodeMail({ to, product, origin, code }: To & { code: string }): Mail {
  const subject = `${code} is your code to delete your account`;
  return {
    to,
    subject,
    ...renderEmail({
      preview: subject,
      sender: { label: product, href: origin },
      heading: 'Your code to delete your account',
      paragraphs: [
        `Enter this code where you asked for it. It is valid for ${LEAVING.minutes} minutes.`,
        'Deleting your account can’t be undone.',
      ],
      code,
      reason: `You received this email because someone who is signed in to your account on ${product} asked to delete it. If it wasn’t you, don’t share the code, and sign out everywhere in your settings.`,
    }),
  };
}

/** The last email: the account is gone. */
export function deletedMail({ to, product, origin, firstName }: To & { firstName: string }): Mail {
  const subject = `Your account on ${product} has been deleted`;
  return {
    to,
    subject,
    ...renderEmail({
      preview: subject,
      sender: { label: product, href: origin },
      heading: 'Your account has been deleted',
      paragraphs: [
        `Goodbye, ${firstName}. We’ve erased your name, email address and sign-in methods. Messages you sent stay where they are, but show “Deleted member” instead of your name.`,
        'Your email address and username are available again, and you’re welcome to sign up as a new member at any time.',
        'This is the last email you’ll get about this account.',
      ],
      reason: `You received this email because the account with your address on ${product} was deleted.`,
    }),
  };
}
