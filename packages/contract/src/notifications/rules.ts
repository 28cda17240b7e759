import { KINDS, type KindChoice, type MailChoice, type NotificationKind, type NotificationView } from './schema.ts';

type KindRule = {
  /** What the notification is about. Messages are in the inbox already; the others are listed there too. */
  about: 'message' | 'event' | 'community' | 'calendar';
  /** How it can be emailed. What is urgent does not wait for a digest. */
  mails: readonly MailChoice[];
  /** Until a person chooses. */
  mail: MailChoice;
  /** Only the first is pushed until it is read, where many may come at once. */
  pushedOnce?: true;
};

const ANY = ['now', 'daily', 'never'] as const;
const URGENT = ['now', 'never'] as const;

/** What is true of each kind for everybody. Every kind is pushed until a person chooses otherwise. */
export const KIND_RULES: Readonly<Record<NotificationKind, KindRule>> = {
  mention: { about: 'message', mails: ANY, mail: 'daily' },
  direct_message: { about: 'message', mails: ANY, mail: 'daily' },
  thread_reply: { about: 'message', mails: ANY, mail: 'never' },
  registration: { about: 'event', mails: ANY, mail: 'now' },
  approval_request: { about: 'event', mails: ANY, mail: 'now' },
  access_request: { about: 'event', mails: ANY, mail: 'now' },
  join_request: { about: 'community', mails: ANY, mail: 'now' },
  member_joined: { about: 'community', mails: ANY, mail: 'daily', pushedOnce: true },
  report: { about: 'community', mails: ANY, mail: 'now' },
  event_submission: { about: 'calendar', mails: ANY, mail: 'now' },
  question_waiting: { about: 'event', mails: ANY, mail: 'now' },
  question_response: { about: 'event', mails: ANY, mail: 'daily' },
  waitlist_offer: { about: 'event', mails: URGENT, mail: 'now' },
  event_changed: { about: 'event', mails: URGENT, mail: 'now' },
  event_cancelled: { about: 'event', mails: URGENT, mail: 'now' },
  reminder: { about: 'event', mails: URGENT, mail: 'now' },
};

const REQUESTS: readonly NotificationKind[] = [
  'approval_request',
  'access_request',
  'question_waiting',
  'event_submission',
];

/** Whether it is about something that an event or a calendar waits to have answered. */
export function isRequest(kind: NotificationKind): boolean {
  return REQUESTS.includes(kind);
}

/** What a person chose, as it is stored: only what they changed. */
export type StoredChoices = Readonly<Partial<Record<NotificationKind, { push?: boolean; mail?: MailChoice }>>>;

/** Every kind with what applies to it. A stored choice that a kind no longer offers counts for nothing. */
export function choicesFrom(stored: StoredChoices): KindChoice[] {
  return KINDS.map((kind) => choiceOf(stored, kind));
}

/** What applies to one kind. */
export function choiceOf(stored: StoredChoices, kind: NotificationKind): KindChoice {
  const { push = true, mail } = stored[kind] ?? {};
  const rule = KIND_RULES[kind];
  return { kind, push, mail: mail !== undefined && rule.mails.includes(mail) ? mail : rule.mail };
}

/** Choices that a kind does not offer, such as a reminder in tomorrow's digest. */
export function impossibleChoices(choices: readonly KindChoice[]): NotificationKind[] {
  return choices.filter(({ kind, mail }) => !KIND_RULES[kind].mails.includes(mail)).map(({ kind }) => kind);
}

export type Told = Pick<NotificationView, 'kind' | 'count' | 'event' | 'community' | 'calendar'> & {
  person: { firstName: string; lastName: string } | null;
};

/** What a notification about an event, a community or a calendar says: its title, its sentence, and where it leads. */
export function sentenceOf(told: Told): { title: string; body: string; path: string } {
  const { kind, event, community, calendar } = told;
  const title = event?.name ?? community?.name ?? calendar?.name ?? '';
  const manage = `/events/manage/${event?.alias}`;
  const page = `/${event?.alias}`;
  switch (kind) {
    case 'registration':
      return { title, body: `${people(told)} registered.`, path: `${manage}?tab=guests` };
    case 'approval_request':
      return { title, body: `${people(told)} asked to join.`, path: `${manage}?tab=guests&status=requested` };
    case 'access_request':
      return { title, body: `${people(told)} asked for access.`, path: `${manage}?tab=info#section-access` };
    case 'join_request':
      return { title, body: `${people(told)} asked to join.`, path: `/${community?.slug}/members?tab=requests` };
    case 'member_joined':
      return { title, body: `${people(told)} joined.`, path: `/${community?.slug}/members` };
    case 'report':
      return {
        title: community ? title : 'Direct messages',
        body: told.count === 1 ? 'A message was reported.' : `${told.count} messages were reported.`,
        path: community ? `/${community.slug}/settings/reports` : '/settings/reported-messages',
      };
    case 'event_submission':
      return {
        title,
        body: told.count === 1 ? `${people(told)} submitted an event.` : `${told.count} events were submitted.`,
        path: `/calendars/manage/${calendar?.alias}?tab=submissions`,
      };
    case 'question_waiting':
      return { title, body: 'Questions are waiting for approval.', path: `${manage}?tab=qna` };
    case 'question_response':
      return {
        title,
        body: told.count === 1 ? 'A host has responded to your question.' : 'Hosts have responded to your questions.',
        path: `${page}/questions`,
      };
    case 'waitlist_offer':
      return { title, body: 'A spot has opened for you.', path: page };
    case 'event_changed':
      return { title, body: 'The time or place has changed.', path: page };
    case 'event_cancelled':
      return { title, body: 'This event has been cancelled.', path: page };
    case 'reminder':
      return { title, body: 'This event starts soon.', path: page };
    default:
      return { title, body: '', path: '/inbox' };
  }
}

/** `Ana Cruz`, `Ana Cruz and 2 others`, or `3 people` where nobody is named. */
function people({ person, count }: Told): string {
  const name = person === null ? '' : `${person.firstName} ${person.lastName}`.trim();
  if (name === '') return count === 1 ? 'Someone' : `${count} people`;
  if (count === 1) return name;
  return `${name} and ${count - 1} ${count === 2 ? 'other' : 'others'}`;
}
