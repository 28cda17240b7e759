import { type EmailContent, renderEmail } from '../core/mail/email-template.ts';
import type { Mail } from '../core/mail/mail.ts';

type Answer = {
  to: { address: string; firstName: string };
  calendar: { name: string; alias: string };
  event: { name: string; alias: string };
  accepted: boolean;
  reason: string;
  /** The product's own name and address. */
  product: string;
  origin: string;
};

/** Tells the person who submitted an event to a calendar what its admins answered. */
export function answeredMail({ to, calendar, event, accepted, reason, product, origin }: Answer): Mail {
  const content: EmailContent = {
    sender: { label: product, href: origin },
    preview: accepted ? `It is on ${calendar.name} now.` : 'It was not added this time.',
    heading: accepted ? `${event.name} is on ${calendar.name}` : `About ${event.name}`,
    paragraphs: [
      `Hello ${to.firstName},`,
      accepted
        ? `The event that you submitted is now on ${calendar.name}.`
        : `${event.name} was not added to ${calendar.name} this time.`,
    ],
    ...(!accepted && reason !== '' && { quote: { by: `From ${calendar.name}`, text: reason } }),
    button: accepted
      ? { label: 'Open the calendar', href: `${origin}/${calendar.alias}` }
      : { label: 'Open your event', href: `${origin}/${event.alias}` },
    reason: `You received this email because you submitted an event to ${calendar.name} on ${product}.`,
    settings: { label: 'Choose which emails you get', href: `${origin}/settings/notifications` },
  };
  return {
    to: to.address,
    subject: accepted ? `${event.name} is on ${calendar.name}` : `${event.name} was not added to ${calendar.name}`,
    ...renderEmail(content),
  };
}

type News = {
  to: { address: string; firstName: string };
  calendar: { name: string; alias: string };
  /** The first of them, and how many there are. */
  events: readonly { name: string; alias: string; when: string; where: string }[];
  count: number;
  product: string;
  origin: string;
};

/** Tells a person who subscribes to a calendar what is new on it. */
export function newsMail({ to, calendar, events, count, product, origin }: News): Mail {
  const title =
    count === 1 ? `New on ${calendar.name}: ${events[0]?.name ?? ''}` : `${count} new events on ${calendar.name}`;
  const content: EmailContent = {
    sender: { label: product, href: origin },
    preview: events.map(({ name }) => name).join(', '),
    heading: count === 1 ? `New on ${calendar.name}` : `${count} new events on ${calendar.name}`,
    paragraphs: [
      `Hello ${to.firstName},`,
      count > events.length ? `These are the next ${events.length} of them:` : 'This is new on the calendar:',
    ],
    facts: events.map(({ name, alias, when, where }) => ({
      label: name,
      lines: [when, where].filter((part) => part !== ''),
      href: `${origin}/${alias}`,
    })),
    button: { label: 'Open the calendar', href: `${origin}/${calendar.alias}` },
    reason: `You received this email because you subscribe to ${calendar.name} on ${product}. Unsubscribe on its page.`,
    settings: { label: 'Choose which emails you get', href: `${origin}/settings/notifications` },
  };
  return { to: to.address, subject: title, ...renderEmail(content) };
}
