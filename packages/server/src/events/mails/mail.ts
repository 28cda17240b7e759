import { ASKED } from '@folkmoot/contract/events/invitations-schema.ts';
import { addressOf } from '@folkmoot/contract/events/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { escapeHtml } from '../../core/http/escape-html.ts';
import { type EmailContent, renderEmail } from '../../core/mail/email-template.ts';
import type { Mail } from '../../core/mail/mail.ts';
import type { DueMail } from '../../participations/mails-store.ts';
import type { Participation } from '../../participations/store.ts';
import { calendarFile } from '../page/calendar-actions.ts';
import type { MailEvent } from './mails-store.ts';

type Reader = { firstName: string; lastName: string; address: string };

export type MailParts = {
  event: MailEvent;
  reader: Reader;
  /** The participation it is about, if it is about one. */
  whose: Participation | undefined;
  /** Lets a person without an account act on their participation. */
  token: string | undefined;
  note: DueMail['note'];
  /** Lets the reader of an email that they did not ask for unsubscribe. */
  stop: string | undefined;
  /** Who did it, if the email says so. */
  by: Reader | undefined;
  product: string;
  origin: string;
};

type EmailText = {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: string;
  file?: boolean;
  /** The tab of the host's screens on which they act; without it the event's page. */
  tab?: 'info' | 'guests';
  /** It is unsolicited: it carries an unsubscribe link. */
  unasked?: boolean;
};

/** `Saturday 20 June 2026, 11:00 to 21:00 BST`, in the event's own zone. */
export function whenLine(
  event: Pick<EventView, 'start_epoc' | 'end_epoc' | 'time_zone' | 'is_all_day' | 'tbdDate'>,
): string {
  if (event.tbdDate || event.start_epoc === null) return 'The date is to be announced.';
  const zone = { timeZone: event.time_zone };
  const date = new Intl.DateTimeFormat('en-GB', {
    ...zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const time = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });
  const named = new Intl.DateTimeFormat('en-GB', { ...zone, timeZoneName: 'short' });
  const start = new Date(event.start_epoc * 1000);
  const last =
    event.end_epoc === null ? start : new Date((event.is_all_day ? event.end_epoc - 1 : event.end_epoc) * 1000);
  const [from, to] = [date.format(start), date.format(last)];
  if (event.is_all_day) return from === to ? `${from}, all day` : `${from} to ${to}`;
  const nameAt = (at: Date) => named.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [name, endName] = [nameAt(start), nameAt(last)];
  if (event.end_epoc === null) return `${from}, ${time.format(start)} ${name}`;
  // Where the clocks change in between, each end has its own name.
  const begins = `${from}, ${time.format(start)}${name === endName ? '' : ` ${name}`}`;
  return `${begins} to ${from === to ? '' : `${to}, `}${time.format(last)} ${endName}`;
}

/** What each kind of email says. A kind that is missing here is not sent. */
const EMAIL_TEXTS: Record<string, (parts: MailParts) => EmailText> = {
  going: ({ event }) => ({
    subject: `You are going: ${event.name}`,
    heading: `You are going to ${event.name}`,
    paragraphs: ['Your spot is reserved. The calendar file is attached.'],
    button: 'Open the event',
    file: true,
  }),
  sign_in: ({ event }) => ({
    subject: `Sign in to register: ${event.name}`,
    heading: `Did you want to register for ${event.name}?`,
    paragraphs: [
      'Somebody entered your address to register. You have an account here, so please sign in to register.',
      'If this was not you, there is nothing you need to do.',
    ],
    button: 'Open the event',
  }),
  again: ({ event, whose }) => ({
    subject: `Your registration: ${event.name}`,
    heading: `Your registration for ${event.name}`,
    paragraphs: [
      `You are on the list already: ${STATE[whose?.status ?? ''] ?? 'registered'}. You can see and change it here.`,
    ],
    button: 'Open the event',
    file: whose?.status === 'going',
  }),
  approved: ({ event }) => ({
    subject: `You are in: ${event.name}`,
    heading: `You are going to ${event.name}`,
    paragraphs: [
      'The hosts have approved your registration, and your spot is reserved. The calendar file is attached.',
    ],
    button: 'Open the event',
    file: true,
  }),
  asked: ({ event, whose, by }) => ({
    subject: `You are invited: ${event.name}`,
    heading: `${nameOf(by)} invites you to ${ASKED[whose?.askedRole ?? 'guest']}: ${event.name}`,
    paragraphs: ['You can accept or decline. Your name does not appear on the event until you accept.'],
    button: 'See the invitation',
    unasked: true,
  }),
  added: ({ event }) => ({
    subject: `You are on the list: ${event.name}`,
    heading: `You are on the list for ${event.name}`,
    paragraphs: ['The hosts have reserved a spot for you. If you cannot come, let them know on the event page.'],
    button: 'Open the event',
    file: true,
    unasked: true,
  }),
  requested: ({ event }) => ({
    subject: `Request received: ${event.name}`,
    heading: `The hosts of ${event.name} have your request`,
    paragraphs: ['They review each request. We will email you as soon as they have answered.'],
    button: 'Open the event',
  }),
  waitlisted: ({ event, whose }) => ({
    subject: `You are on the waiting list: ${event.name}`,
    heading: `You are on the waiting list for ${event.name}`,
    paragraphs: [
      whose?.waitlistPosition ? `Your position: ${whose.waitlistPosition}.` : 'Every spot is taken for now.',
      'When a spot becomes free and it is your turn, we will hold it for you for a while and email you.',
    ],
    button: 'Open the event',
  }),
  offered: ({ event, whose }) => ({
    subject: `A spot is free for you: ${event.name}`,
    heading: 'A spot is free for you',
    paragraphs: [
      `We are holding it for you until ${moment(whose?.offer_expires_epoc ?? null, event.time_zone)}. After that we will offer it to the next person.`,
    ],
    button: 'Take the spot',
  }),
  offer_lapsed: ({ event }) => ({
    subject: `Your offer of a spot has ended: ${event.name}`,
    heading: 'Your offer of a spot has ended',
    paragraphs: ['We held a spot for you, but the time ran out. You can join the waiting list again.'],
    button: 'Open the event',
  }),
  seat_free: ({ event }) => ({
    subject: `A spot is free: ${event.name}`,
    heading: 'A spot is free',
    paragraphs: ['The event begins soon, so spots are no longer held: the first person to register gets it.'],
    button: 'Take the spot',
  }),
  declined: ({ event, note }) => ({
    subject: `About your registration: ${event.name}`,
    heading: `About your registration for ${event.name}`,
    paragraphs: ['The hosts could not offer you a spot this time.', ...(note.reason ? [note.reason] : [])],
  }),
  event_cancelled: ({ event, note }) => ({
    subject: `Cancelled: ${event.name}`,
    heading: `${event.name} has been cancelled`,
    paragraphs: ['This event will not take place.', ...(note.message ? [note.message] : [])],
    button: 'Open the event',
    file: true,
  }),
  changed: ({ event }) => ({
    subject: `New details: ${event.name}`,
    heading: `${event.name} has new details`,
    paragraphs: ['The hosts have changed when or where the event takes place. The new calendar file is attached.'],
    button: 'Open the event',
    file: true,
  }),
  reminder_day: ({ event }) => ({
    subject: `Tomorrow: ${event.name}`,
    heading: `${event.name} is nearly here`,
    paragraphs: [
      'It begins in less than a day. If you cannot come, cancel your registration so that somebody else can have your spot.',
    ],
    button: 'Open the event',
  }),
  reminder_hour: ({ event }) => ({
    subject: `In an hour: ${event.name}`,
    heading: `${event.name} begins within the hour`,
    paragraphs: online(event),
    button: 'Open the event',
  }),
  made_host: ({ event }) => ({
    subject: `You are hosting ${event.name}`,
    heading: `You are a host of ${event.name}`,
    paragraphs: ['You can manage its page, its guests and its questions.'],
    button: 'Manage the event',
    tab: 'info',
  }),
  made_featured: ({ event }) => ({
    subject: `You are featured at ${event.name}`,
    heading: `You are a featured guest of ${event.name}`,
    paragraphs: ['Your name is on the event page, and your spot is reserved.'],
    button: 'Open the event',
    file: true,
  }),
  access_asked: ({ event, by }) => ({
    subject: `Somebody asked for access: ${event.name}`,
    heading: `${nameOf(by)} asked for access to ${event.name}`,
    paragraphs: ['The event is private. You can give them access or decline.'],
    button: 'Answer',
    tab: 'info',
  }),
  asks_to_come: ({ event, note }) => ({
    subject: `${note.name || 'Somebody'} would like to come: ${event.name}`,
    heading: `${note.name || 'Somebody'} would like to come to ${event.name}`,
    paragraphs: ['You approve each registration for this event by hand, so they are waiting for your answer.'],
    button: 'Answer',
    tab: 'guests',
  }),
  guests_came: ({ event, note }) => ({
    subject: `${peopleOf(note.guests)} registered: ${event.name}`,
    heading: `${peopleOf(note.guests)} registered for ${event.name}`,
    paragraphs: ['This is since our last email about this event. We send at most one an hour.'],
    button: 'See the guest list',
    tab: 'guests',
  }),
  passcode_tries: ({ event }) => ({
    subject: `Somebody is guessing the passcode: ${event.name}`,
    heading: `Somebody is guessing the passcode of ${event.name}`,
    paragraphs: [
      'There were at least 50 wrong attempts in one day. A longer passcode is harder to guess, and you can change it at any time.',
    ],
    button: 'See the passcode',
    tab: 'info',
  }),
  access_granted: ({ event }) => ({
    subject: `You now have access to ${event.name}`,
    heading: `You now have access to ${event.name}`,
    paragraphs: ['The hosts have given you access. To attend, you still need to register.'],
    button: 'Open the event',
  }),
  access_refused: ({ event }) => ({
    subject: `About your request: ${event.name}`,
    heading: 'The hosts have answered',
    paragraphs: [`They have decided not to give you access to ${event.name}.`],
  }),
};

const STATE: Record<string, string> = {
  going: 'going',
  requested: 'waiting for the hosts',
  waitlisted: 'on the waiting list',
  offered: 'a spot is held for you',
  invited: 'invited',
};

const online = (event: EventView) =>
  event.attend_type_details.virtual_address === ''
    ? ['See you there.']
    : [`Online: ${event.attend_type_details.virtual_address}`];

const peopleOf = (guests = 1) => (guests === 1 ? 'One person has' : `${guests} people have`);

const nameOf = (reader: Reader | undefined) => (reader ? `${reader.firstName} ${reader.lastName}`.trim() : 'Somebody');

function moment(epoch: number | null, timeZone: string): string {
  if (epoch === null) return 'soon';
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return format.format(new Date(epoch * 1000));
}

/** One email about an event, or undefined if its kind says nothing. */
export function eventMail(kind: string, parts: MailParts): Mail | undefined {
  const { event, reader, token, product, origin } = parts;
  const query = token === undefined ? '' : `?token=${token}`;
  // A draft does not exist for signed-out visitors, so its invitation is shown where they sign in first.
  const page = event.status === 'draft' ? `${origin}/events?tab=invitations` : `${origin}/${event.alias}${query}`;
  if (kind === 'cancelled_by_host') return ownWords(parts);
  // People who have answered since, or whose invitation was taken back, get no email about it.
  if (kind === 'asked' && parts.whose?.askedRole === null) return undefined;
  const stop =
    parts.stop === undefined ? undefined : `${origin}/events/stop-mail?event=${event.id}&token=${parts.stop}`;
  const said = EMAIL_TEXTS[kind]?.(parts);
  if (!said) return undefined;
  const content: EmailContent = {
    preview: said.paragraphs[0] ?? said.heading,
    heading: said.heading,
    paragraphs: [
      `Hello ${reader.firstName || 'there'},`,
      ...said.paragraphs,
      whenLine(event),
      kind === 'asked' ? '' : addressOf(event),
      event.viewer.ticketName === null ? '' : `Ticket: ${event.viewer.ticketName}`,
    ].filter((line) => line !== ''),
    ...(said.unasked &&
      stop !== undefined && { stop: { label: 'Don’t email me about this event, or report it', href: stop } }),
    ...(said.button && {
      button: {
        label: said.button,
        href: said.tab === undefined ? page : `${origin}/events/manage/${event.alias}${tabs(said.tab, kind)}`,
      },
    }),
    footer: `You received this email because of an event on ${product}: ${event.name}.`,
  };
  const file = said.file ? calendarFile(event, { name: product, origin }) : undefined;
  return {
    ...{ to: reader.address, subject: said.subject },
    ...renderEmail(content),
    ...(file && { attachments: [attached(file, event)] }),
  };
}

/** The email that a host wrote with the wizard: their subject and words, and our footer. */
function ownWords({ reader, note, event, product }: MailParts): Mail {
  const footer = `This email was written by a host of ${event.name} on ${product}.`;
  const html = note.html || `<p>${escapeHtml(note.text ?? '').replaceAll('\n', '<br>')}</p>`;
  return {
    to: reader.address,
    subject: note.subject ?? `About your registration: ${event.name}`,
    html: `${html}<hr><p>${escapeHtml(footer)}</p>`,
    text: `${note.text ?? ''}\n\n--\n${footer}`,
  };
}

/** Where hosts act: the requests for access have their own section on the tab. */
function tabs(tab: 'info' | 'guests', kind: string): string {
  if (kind === 'asks_to_come') return '?tab=guests&status=requested';
  return kind === 'access_asked' ? `?tab=${tab}#section-access` : `?tab=${tab}`;
}

function attached(content: string, event: EventView) {
  return { filename: `${event.alias}.ics`, contentType: 'text/calendar; charset=utf-8', content };
}
