import { ASKED } from '@folkmoot/contract/events/invitations-schema.ts';
import type { DueMail } from '../../participations/mails-store.ts';
import type { Participation } from '../../participations/store.ts';
import { type Before, whatChanged } from './change-mail.ts';
import type { MailEvent } from './mails-store.ts';
import { MONEY_TEXTS } from './money-mail.ts';
import { moment, type When } from './when-mail.ts';

export type Reader = { firstName: string; lastName: string; address: string };

export type MailParts = {
  event: MailEvent;
  reader: Reader;
  /** The participation it is about, if it is about one. */
  whose: Participation | undefined;
  /** Lets a person without an account act on their participation. */
  token: string | undefined;
  /** The code of their ticket, if they have one. */
  code?: string | undefined;
  note: DueMail['note'] & { before?: Before };
  /** Lets the reader of an email that they did not ask for unsubscribe. */
  stop: string | undefined;
  /** Who did it, if the email says so. */
  by: Reader | undefined;
  /** Whose words it carries: a reply goes to them. */
  answersTo?: Reader | undefined;
  product: string;
  origin: string;
};

export type EmailText = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** What a person wrote. */
  quote?: { by: string; text: string };
  button?: string;
  /** The calendar file, or one that takes the event off the calendar. */
  file?: boolean | 'gone';
  /** The tab of the host's screens on which they act; without it the event's page. */
  tab?: 'info' | 'guests' | 'invited' | 'tickets';
  /** It is unsolicited: it carries an unsubscribe link. */
  unasked?: boolean;
  /** How much of the event it shows: everything, its name and time, or its name alone. */
  tells?: 'everything' | 'time' | 'name';
  /** A reply goes to the person who wrote it. */
  answers?: boolean;
  /** Why the reader gets it, if not because they are on the list: the end of a sentence. */
  because?: string;
};

const ASKED_FOR_ACCESS = 'you asked for access to';
const HOSTING = 'you host';

/** What each kind of email says. A kind that is missing here is not sent. */
export const EMAIL_TEXTS: Readonly<Record<string, (parts: MailParts) => EmailText>> = {
  ...MONEY_TEXTS,
  going: ({ event, whose }) => ({
    subject: `You are going: ${event.name}`,
    heading: `You’re going to ${event.name}`,
    paragraphs: [`Your spot is reserved.${filed(event)}`, ...confirming(whose)],
    button: buttonOf(whose),
    file: true,
  }),
  approved: ({ event }) => ({
    subject: `You are in: ${event.name}`,
    heading: `You’re going to ${event.name}`,
    paragraphs: [`The hosts have approved your registration, and your spot is reserved.${filed(event)}`],
    button: 'Open the event',
    file: true,
  }),
  asked: ({ event, whose, by }) => ({
    subject: `You are invited: ${event.name}`,
    heading: `${nameOf(by)} invites you to ${ASKED[whose?.askedRole ?? 'guest']}: ${event.name}`,
    ...(needsAccount(whose)
      ? {
          paragraphs: [
            'To accept, create an account with this email address. If you would rather not, there is nothing you need to do.',
          ],
          button: 'Create an account',
        }
      : {
          paragraphs: ['You can accept or decline. Your name won’t appear on the event until you accept.'],
          button: 'See the invitation',
        }),
    unasked: true,
    tells: 'time',
    because: `${nameOf(by)} invited you to`,
  }),
  added: ({ event }) => ({
    subject: `You are on the list: ${event.name}`,
    heading: `You’re on the list for ${event.name}`,
    paragraphs: ['The hosts have reserved a spot for you. If you can’t come, let them know on the event page.'],
    button: 'Open the event',
    file: true,
    unasked: true,
    because: 'a host put you on the guest list of',
  }),
  passed_to: ({ event, note, by }) => ({
    subject: `You have a ticket: ${event.name}`,
    heading: `${giverOf(by, note.name)} has passed their place on to you: ${event.name}`,
    paragraphs: [
      'The place and its ticket are yours now. If you can’t come, please give it up on the event page so that someone else can have it.',
    ],
    button: 'Open the event',
    file: true,
    unasked: true,
    because: 'someone gave you their place at',
  }),
  passed_on: ({ event, note }) => ({
    subject: `You passed on your place: ${event.name}`,
    heading: `You passed on your place at ${event.name}`,
    paragraphs: [
      `It now belongs to ${note.name || 'someone else'}, who has a ticket of their own. Yours is no longer valid.`,
    ],
    tells: 'time',
    because: 'you were registered for',
  }),
  new_ticket: ({ event }) => ({
    subject: `Your new ticket: ${event.name}`,
    heading: `You have a new ticket for ${event.name}`,
    paragraphs: ['Something about your registration has changed. Earlier tickets and codes are no longer valid.'],
    button: 'Open the event',
  }),
  requested: ({ event, whose }) => ({
    subject: `Request received: ${event.name}`,
    heading: `The hosts of ${event.name} have your request`,
    paragraphs: ['They review each request. We’ll email you as soon as they answer.', ...confirming(whose)],
    button: buttonOf(whose),
    because: 'you asked to join',
  }),
  waitlisted: ({ event, whose }) => ({
    subject: `You are on the waiting list: ${event.name}`,
    heading: `You’re on the waiting list for ${event.name}`,
    paragraphs: [
      whose?.waitlistPosition ? `Your position: ${whose.waitlistPosition}.` : 'Every spot is taken for now.',
      'When a spot opens and it’s your turn, we’ll hold it for you and email you.',
      ...confirming(whose),
    ],
    button: buttonOf(whose),
  }),
  offered: ({ event, whose }) => ({
    subject: `A spot has opened for you: ${event.name}`,
    heading: `A spot has opened for you at ${event.name}`,
    paragraphs: [
      `We’re holding it for you until ${moment(whose?.offer_expires_epoc ?? null, event.time_zone)}. After that, we’ll offer it to the next person.`,
    ],
    button: 'Take the spot',
  }),
  offer_lapsed: ({ event }) => ({
    subject: `Your offer of a spot has ended: ${event.name}`,
    heading: 'Your offer of a spot has ended',
    paragraphs: [`We held a spot at ${event.name} for you, but the time ran out. You can join the waiting list again.`],
    button: 'Open the event',
    tells: 'time',
    because: 'you were on the waiting list for',
  }),
  approved_to_pay: ({ event, whose }) => ({
    subject: `The hosts said yes: ${event.name}`,
    heading: `The hosts of ${event.name} said yes`,
    paragraphs: [
      `Your place is held until ${moment(whose?.offer_expires_epoc ?? null, event.time_zone)}. Pay for your ticket by then to confirm it.`,
    ],
    button: 'Pay for your ticket',
  }),
  paid: ({ event, note, whose }) => ({
    subject: `Paid: ${event.name}`,
    heading: `You’re going to ${event.name}`,
    paragraphs: [`We’ve received your payment of ${note.sum ?? ''}.${filed(event)}`, ...confirming(whose)],
    button: buttonOf(whose),
    file: true,
  }),
  seat_free: ({ event }) => ({
    subject: `A spot has opened: ${event.name}`,
    heading: `A spot has opened at ${event.name}`,
    paragraphs: ['The event begins soon, so spots are no longer held: the first person to register gets it.'],
    button: 'Take the spot',
  }),
  declined: ({ event, note }) => ({
    subject: `About your registration: ${event.name}`,
    heading: `About your registration for ${event.name}`,
    paragraphs: ['The hosts couldn’t offer you a spot this time.'],
    ...fromHosts(note.reason),
    tells: 'name',
    because: 'you registered for',
  }),
  taken_off: ({ event, note }) => ({
    subject: `About your registration: ${event.name}`,
    heading: `Your registration for ${event.name} was cancelled`,
    paragraphs: [
      `The hosts have cancelled your registration, so your spot is no longer reserved.${dated(event) ? ' The attached file takes it off your calendar.' : ''}`,
    ],
    ...fromHosts(note.reason),
    file: 'gone',
    tells: 'name',
    because: 'you registered for',
  }),
  left: ({ event }) => ({
    subject: `You are not going any more: ${event.name}`,
    heading: `You’re not going to ${event.name} any more`,
    paragraphs: [
      `You have cancelled your registration, and your spot is no longer yours.${dated(event) ? ' The attached file takes it off your calendar.' : ''}`,
      'If you change your mind, you can register again as long as there are spots.',
    ],
    button: 'Open the event',
    file: 'gone',
    tells: 'time',
    because: 'you were registered for',
  }),
  request_declined: ({ event, note }) => ({
    subject: `About your request to join: ${event.name}`,
    heading: `About your request to join ${event.name}`,
    paragraphs: ['The hosts couldn’t accept your request this time.'],
    ...fromHosts(note.reason),
    tells: 'name',
    because: 'you asked to join',
  }),
  event_cancelled: ({ event, note, whose }) => ({
    subject: `Cancelled: ${event.name}`,
    heading: `${event.name} has been cancelled`,
    paragraphs: [
      `This event will not take place.${holdsFile(event, whose) ? ' The attached file takes it off your calendar.' : ''}`,
    ],
    ...fromHosts(note.message),
    button: 'Open the event',
    file: holdsFile(event, whose),
  }),
  changed: ({ event, note, whose }) => ({
    subject: `New ${whatChanged(event, note.before)}: ${event.name}`,
    heading: `${event.name} has a new ${whatChanged(event, note.before)}`,
    paragraphs: [
      `The hosts have changed the ${whatChanged(event, note.before)}.${holdsFile(event, whose) ? ' The attached file updates your calendar.' : ''}`,
      ...(whose?.status === 'invited'
        ? ['You have not answered yet. On the event’s page you can say whether you are coming.']
        : []),
    ],
    ...fromHosts(note.reason),
    button: 'Open the event',
    file: holdsFile(event, whose),
  }),
  reminder_day: ({ event }) => ({
    subject: `Tomorrow: ${event.name}`,
    heading: `${event.name} is nearly here`,
    paragraphs: [
      'It begins in less than a day. If you can’t come, please cancel your registration so that someone else can have your spot.',
    ],
    button: 'Open the event',
  }),
  reminder_hour: ({ event }) => ({
    subject: `In an hour: ${event.name}`,
    heading: `${event.name} begins within the hour`,
    paragraphs: ['See you there.'],
    button: 'Open the event',
  }),
  made_host: ({ event }) => ({
    subject: `You are hosting ${event.name}`,
    heading: `You are a host of ${event.name}`,
    paragraphs: ['You can manage its page, its guests and its questions.'],
    button: 'Manage the event',
    tab: 'info',
    because: HOSTING,
  }),
  made_featured: ({ event }) => ({
    subject: `You are featured at ${event.name}`,
    heading: `You are a featured guest of ${event.name}`,
    paragraphs: ['Your name is on the event page, and your spot is reserved.'],
    button: 'Open the event',
    file: true,
  }),
  access_asked: ({ event, note, by }) => ({
    subject: `${one(note.guests) ? 'Someone' : `${note.guests} people`} asked for access: ${event.name}`,
    heading: `${one(note.guests) ? nameOf(by) : `${note.guests} people`} asked for access to ${event.name}`,
    paragraphs: ['The event is private. You can give them access or decline.', ...hourly(note.guests)],
    button: 'Answer',
    tab: 'info',
    tells: 'time',
    because: HOSTING,
  }),
  accepted_as: ({ event, note, by }) => ({
    subject: `${nameOf(by)} accepted your invitation: ${event.name}`,
    heading: `${nameOf(by)} accepted your invitation to ${event.name}`,
    paragraphs: [
      `The invitation went to ${note.name || 'another address'}. ${nameOf(by)} accepted it with an account that has another address.`,
    ],
    button: 'See the invitations',
    tab: 'invited',
    tells: 'time',
    because: 'you invited people to',
  }),
  asks_to_come: ({ event, note }) => ({
    subject: `${one(note.guests) ? note.name || 'Someone' : `${note.guests} people`} would like to come: ${event.name}`,
    heading: `${one(note.guests) ? note.name || 'Someone' : `${note.guests} people`} would like to come to ${event.name}`,
    paragraphs: ['You approve each guest of this event, so they are waiting for your answer.', ...hourly(note.guests)],
    button: 'Answer',
    tab: 'guests',
    tells: 'time',
    because: HOSTING,
  }),
  guests_came: ({ event, note }) => ({
    subject: `${peopleOf(note.guests)} registered: ${event.name}`,
    heading: `${peopleOf(note.guests)} registered for ${event.name}`,
    paragraphs: ['That’s since our last email about this event. We send these once an hour at most.'],
    button: 'See the guest list',
    tab: 'guests',
    tells: 'time',
    because: HOSTING,
  }),
  host_message: ({ event, note, by }) => ({
    subject: `${nameOf(by)} has a question about ${event.name}`,
    heading: `${nameOf(by)} wrote to the hosts of ${event.name}`,
    paragraphs: ['To answer, reply to this email. They will see your address when you do.'],
    quote: { by: nameOf(by), text: note.message ?? '' },
    button: 'Open the event',
    tells: 'name',
    because: HOSTING,
    answers: true,
  }),
  passcode_tries: ({ event }) => ({
    subject: `Someone is guessing the passcode: ${event.name}`,
    heading: `Someone is guessing the passcode of ${event.name}`,
    paragraphs: [
      'There were at least 50 wrong attempts in one day. A longer passcode is harder to guess, and you can change it at any time.',
    ],
    button: 'See the passcode',
    tab: 'info',
    tells: 'time',
    because: HOSTING,
  }),
  access_granted: ({ event }) => ({
    subject: `You now have access to ${event.name}`,
    heading: `You now have access to ${event.name}`,
    paragraphs: ['The hosts have given you access. To attend, you still need to register.'],
    button: 'Open the event',
    because: ASKED_FOR_ACCESS,
  }),
  access_refused: ({ event }) => ({
    subject: `About your request: ${event.name}`,
    heading: `About your request for access to ${event.name}`,
    paragraphs: ['The hosts couldn’t give you access this time.'],
    tells: 'name',
    because: ASKED_FOR_ACCESS,
  }),
};

/** Roles with a name on the page need an account; guests come without one. */
export const needsAccount = (whose: Participation | undefined): boolean =>
  whose?.userId === null && whose.askedRole !== null && whose.askedRole !== 'guest';

/** Of somebody who has typed this address, which may be somebody else's. */
const isTyped = (whose: Participation | undefined): boolean =>
  whose?.clientId != null && whose.userId === null && !whose.ownAct;

const confirming = (whose: Participation | undefined): string[] =>
  isTyped(whose)
    ? [
        `Please confirm that this address is yours, so that the hosts can reach you. If you didn’t register, someone else typed your address: you can ignore this email, or ${whose?.status === 'requested' ? 'withdraw the request' : whose?.status === 'waitlisted' ? 'leave the list' : 'give the place back'}.`,
      ]
    : [];

const buttonOf = (whose: Participation | undefined): string =>
  isTyped(whose) ? 'Confirm my address' : 'Open the event';

const dated = (event: When): boolean => !event.tbdDate && event.start_epoc !== null;

/** Whether an earlier email has put it on their calendar. */
const holdsFile = (event: When, whose: Participation | undefined): boolean =>
  dated(event) && (whose === undefined || whose.status === 'going');

const filed = (event: When): string => (dated(event) ? ' The calendar file is attached.' : '');

const fromHosts = (text: string | undefined) => (text ? { quote: { by: 'From the hosts', text } } : {});

const peopleOf = (guests = 1) => (guests === 1 ? 'One person has' : `${guests} people have`);

const one = (guests = 1) => guests === 1;

const hourly = (guests?: number) =>
  one(guests) ? [] : ['They asked since our last email about it. We send these once an hour at most.'];

const giverOf = (by: Reader | undefined, name: string | undefined) => (by ? nameOf(by) : name || 'Someone');

const nameOf = (reader: Reader | undefined) => (reader ? `${reader.firstName} ${reader.lastName}`.trim() : 'Someone');
