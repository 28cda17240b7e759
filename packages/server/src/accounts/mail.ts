import { type EmailContent, renderEmail } from '../core/mail/email-template.ts';
import type { Mail } from '../core/mail/mail.ts';

type CodeMail = {
  to: string;
  code: string;
  purpose: 'sign-in' | 'email-verification' | 'forget-password' | 'confirm';
  product: string;
  origin: string;
  minutes: number;
};

const WORDS: Record<CodeMail['purpose'], { subject: string; heading: string; text: string }> = {
  'sign-in': {
    subject: 'is your sign-in code',
    heading: 'Your sign-in code',
    text: 'Enter this code where you are signing in.',
  },
  'email-verification': {
    subject: 'confirms your email address',
    heading: 'Confirm your email address',
    text: 'Enter this code where you signed up, and your account will be ready.',
  },
  'forget-password': {
    subject: 'lets you choose a new password',
    heading: 'Choose a new password',
    text: 'Enter this code, then choose your new password.',
  },
  confirm: {
    subject: 'confirms that it’s you',
    heading: 'Confirm it’s you',
    text: 'Enter this code where you were asked for it. Never share it: anyone who has it can change how you sign in.',
  },
};

/** An email with a six-digit code. The code leads the subject, so that it can be read from a notification. */
export function codeMail({ to, code, purpose, product, origin, minutes }: CodeMail): Mail {
  const words = WORDS[purpose];
  return write(to, `${code} ${words.subject}`, {
    preview: `${code} ${words.subject}`,
    sender: { label: product, href: origin },
    heading: words.heading,
    paragraphs: [words.text, `It is valid for ${minutes} minutes.`],
    code,
    reason: `You received this email because someone entered your address on ${product}. If it wasn’t you, you can ignore it: no one can get in without the code.`,
  });
}

/** Tells the owner of an address that somebody tried to sign up with it again. */
export function alreadyHereMail({
  to,
  name,
  product,
  origin,
}: {
  to: string;
  name: string;
  product: string;
  origin: string;
}): Mail {
  return write(to, `You already have an account on ${product}`, {
    preview: 'Sign in with it, or choose a new password.',
    sender: { label: product, href: origin },
    heading: `Hello again, ${name}`,
    paragraphs: [
      `Someone signed up on ${product} with this address, which already has an account. If it was you, sign in. You can reset your password there too.`,
    ],
    button: { label: 'Sign in', href: `${origin}/sign-in` },
    reason: `You received this email because someone signed up on ${product} with your address. If it wasn’t you, you can ignore it.`,
  });
}

/** Tells somebody that an account at another service now signs them in. */
export function connectedMail({
  to,
  service,
  product,
  origin,
}: {
  to: string;
  service: string;
  product: string;
  origin: string;
}): Mail {
  return write(to, `You can now sign in to ${product} with ${service}`, {
    preview: 'If this wasn’t you, disconnect it and choose a new password.',
    sender: { label: product, href: origin },
    heading: `${service} is now connected`,
    paragraphs: [
      `Your account on ${product} is now connected to an account at ${service}. Anyone with access to that account can sign in as you.`,
      'If this wasn’t you, disconnect it in your security settings and choose a new password.',
    ],
    button: { label: 'Security settings', href: `${origin}/settings/security` },
    reason: `You received this email because an account was connected to yours on ${product}.`,
  });
}

function write(to: string, subject: string, content: EmailContent): Mail {
  return { to, subject, ...renderEmail(content), urgent: true };
}
