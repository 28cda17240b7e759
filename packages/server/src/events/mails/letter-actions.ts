import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { ogImageOf } from '@folkmoot/contract/media/picture-rules.ts';
import type { EmailContent, EmailFact } from '../../core/mail/email-template.ts';
import type { MailEvent } from './mails-store.ts';
import { readersTime, whenLine } from './when-mail.ts';

export { whenLine };

/**
 * The cover, of an event that everybody may see: programs for email have pictures fetched by others, and keep them. Our own
 * covers tell nobody anything.
 */
export function eventPicture(event: EventView, origin: string): EmailContent['picture'] {
  const image = ogImageOf(event.cover);
  if (image === null || event.status === 'draft') return undefined;
  if (event.visibility !== 'public' && image.startsWith('/files/')) return undefined;
  const { coverCredit: credit } = event;
  return { src: `${origin}${image}`, ...(credit && { credit: { label: credit.text, href: credit.url } }) };
}

/** When it is, in its own zone and on the reader's clock. */
export function timeFact(event: MailEvent, was?: string): EmailFact {
  return {
    label: 'When',
    lines: [whenLine(event), readersTime(event, event.zone) ?? ''].filter((line) => line !== ''),
    ...(was !== undefined && { was }),
  };
}

/**
 * What the reader needs to know of an event.
 *
 * @param was when and where it was before hosts changed it.
 */
export function eventFacts(
  event: MailEvent,
  was: { time?: string | undefined; place?: string | undefined } = {},
): EmailFact[] {
  const where = whereOf(event);
  const online = event.attend_type_details.virtual_address;
  const hosts = namesOf(event.hosts.filter(({ id, role }) => role === 'host' && !event.hidden.includes(id)));
  return [
    timeFact(event, was.time),
    ...(where === '' ? [] : [{ label: 'Where', lines: [where], ...(was.place && { was: was.place }) }]),
    ...(online === '' ? [] : [{ label: 'Online', lines: [online], href: online }]),
    ...(event.viewer.ticketName === null ? [] : [{ label: 'Ticket', lines: [event.viewer.ticketName] }]),
    ...(hosts === '' ? [] : [{ label: 'Hosts', lines: [hosts] }]),
  ];
}

const LIST = new Intl.ListFormat('en-GB');

/** `Maren Holt, Otis Campbell and 2 others`. */
function namesOf(people: EventView['hosts']): string {
  const names = people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
  const shown = names.length < 4 ? names : [...names.slice(0, 2), `${names.length - 2} others`];
  return LIST.format(shown);
}
