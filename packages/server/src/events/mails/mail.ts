import { calendarLinks } from '@folkmoot/contract/events/calendar-rules.ts';
import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { escapeHtml, fromCleaned } from '../../core/http/escape-html.ts';
import { type EmailContent, type EmailFact, type EmailLink, renderEmail } from '../../core/mail/email-template.ts';
import type { Mail } from '../../core/mail/mail.ts';
import type { Participation } from '../../participations/store.ts';
import { calendarFile } from '../page/calendar-actions.ts';
import { changesOf } from './change-mail.ts';
import { eventFacts, eventPicture, timeFact } from './letter-actions.ts';
import { EMAIL_TEXTS, type EmailText, type MailParts, needsAccount } from './texts-mail.ts';
import { whenLine } from './when-mail.ts';

/** One email about an event, or undefined if its kind says nothing. */
export function eventMail(kind: string, parts: MailParts): Mail | undefined {
  if (kind === 'cancelled_by_host') return ownWords(parts);
  // Nobody could answer it.
  if (kind === 'host_message' && parts.by === undefined) return undefined;
  // People who have answered since, or whose invitation was taken back, get no email about it.
  if (kind === 'asked' && parts.whose?.askedRole === null) return undefined;
  // Only people who are going know the online address.
  if (kind === 'changed' && parts.whose?.status !== 'going' && changesNothing(parts)) return undefined;
  const said = EMAIL_TEXTS[kind]?.(parts);
  if (!said) return undefined;
  const { event, reader, product, origin } = parts;
  const tells = said.tells ?? 'everything';
  const page = kind === 'asked' && needsAccount(parts.whose) ? signUpOf(parts) : pageOf(parts);
  const picture = tells === 'everything' ? eventPicture(event, origin) : undefined;
  const content: EmailContent = {
    ...letterhead(parts, said.because ?? whyOf(parts.whose)),
    preview: tells === 'everything' ? [whenLine(event), whereOf(event)].filter(Boolean).join(' · ') : said.heading,
    ...(picture && { picture }),
    ...(event.server && tells !== 'name' && { above: event.server.name }),
    heading: said.heading,
    paragraphs: [`Hello ${reader.firstName || 'there'},`, ...said.paragraphs],
    ...(said.quote && { quote: said.quote }),
    facts: factsOf(parts, tells),
    ...(said.button && {
      button: {
        label: said.button,
        href: said.tab === undefined ? page : `${origin}/events/manage/${event.alias}${tabs(said.tab, kind)}`,
      },
    }),
    links: tells === 'everything' ? linksOf(parts, said, page) : [],
    ...stopOf(parts, said.unasked),
  };
  const file = said.file ? calendarFile(event, { name: product, origin }, said.file === 'gone') : undefined;
  return {
    ...{ to: reader.address, subject: said.subject },
    ...renderEmail(content),
    ...(said.answers && parts.by && { replyTo: parts.by.address }),
    ...(parts.answersTo && { replyTo: parts.answersTo.address }),
    ...(file && { attachments: [attached(file, event)] }),
  };
}

const changesNothing = ({ event, note }: MailParts) =>
  note.before !== undefined && Object.keys(changesOf(event, note.before)).length === 0;

/** The email that a host wrote with the wizard: their subject and words, in our letter. */
function ownWords(parts: MailParts): Mail {
  const { reader, note, event } = parts;
  const subject = note.subject ?? `About your registration: ${event.name}`;
  const html = note.html || `<p>${escapeHtml(note.text ?? '').replaceAll('\n', '<br>')}</p>`;
  const picture = eventPicture(event, parts.origin);
  const content: EmailContent = {
    ...letterhead(parts, 'a host wrote to you about'),
    preview: `From the hosts of ${event.name}`,
    ...(picture && { picture }),
    ...(event.server && { above: event.server.name }),
    heading: subject,
    paragraphs: [],
    letter: { html: fromCleaned(html), text: note.text ?? '' },
    ...stopOf(parts),
  };
  const answers = parts.answersTo && { replyTo: parts.answersTo.address };
  return { to: reader.address, subject, ...renderEmail(content), ...answers };
}

function letterhead({ event, whose, note, product, origin }: MailParts, because: string) {
  const hasAccount = whose ? whose.userId !== null : note.userId !== undefined;
  return {
    sender: { label: product, href: origin },
    tint: event.tint,
    reason: `You received this email because ${because} ${event.name} on ${product}.`,
    ...(hasAccount && { settings: { label: 'Choose which emails you get', href: `${origin}/settings/notifications` } }),
  };
}

/** Why somebody on the list gets an email about the event. */
function whyOf(whose: Participation | undefined): string {
  if (whose?.role === 'host') return 'you host';
  if (whose?.role === 'featured_guest') return 'you are a featured guest of';
  if (whose?.role === 'check_in') return 'you help with check-in at';
  if (whose?.status === 'requested') return 'you asked to join';
  if (whose?.status === 'waitlisted' || whose?.status === 'offered') return 'you are on the waiting list for';
  return whose?.status === 'invited' ? 'you are invited to' : 'you registered for';
}

/** The event's page, where people without an account are known by the link. */
function pageOf({ event, token, origin }: MailParts): string {
  // A draft does not exist for signed-out visitors, so its invitation is shown where they sign in first.
  if (event.status === 'draft') return `${origin}/events?tab=invitations`;
  return `${origin}/${event.alias}${token === undefined ? '' : `?token=${token}`}`;
}

/** Where people without an account begin who are asked for what needs one; it leads on to the invitation. */
function signUpOf({ event, origin }: MailParts): string {
  const next = event.status === 'draft' ? '/events?tab=invitations' : `/${event.alias}`;
  return `${origin}/sign-up?next=${encodeURIComponent(next)}`;
}

function factsOf({ event, note, code }: MailParts, tells: NonNullable<EmailText['tells']>): EmailFact[] {
  if (tells === 'name') return [];
  const was = changesOf(event, note.before);
  if (tells === 'time') return [timeFact(event, was.time)];
  return [
    ...eventFacts(event, was),
    ...receiptOf(note),
    ...(code === undefined ? [] : [{ label: 'Your code', lines: [code] }]),
  ];
}

/** What was paid, and the number of its invoice. */
function receiptOf({ receipt }: MailParts['note']): EmailFact[] {
  if (receipt === undefined) return [];
  const { lines, invoice } = receipt;
  return [{ label: 'Paid', lines }, ...(invoice === '' ? [] : [{ label: 'Invoice', lines: [invoice] }])];
}

const GIVE_UP: Readonly<Record<string, string>> = {
  going: 'Cancel registration',
  requested: 'Withdraw request',
  waitlisted: 'Leave the waiting list',
  offered: 'Give up the spot',
};

/** Online calendars for people who are coming, and the way out for everybody on the list. */
function linksOf(parts: MailParts, said: EmailText, page: string): EmailLink[] {
  const { event, whose, code, origin } = parts;
  const papers = papersOf(parts);
  // Who hosts asks nobody, and who has blocked a host is not led to them.
  const canAsk = whose !== undefined && whose.role !== 'host' && event.hidden.length === 0 && event.status !== 'draft';
  const asks = canAsk && said.tab === undefined ? [{ label: 'Ask the hosts', href: `${page}#contact` }] : [];
  if (event.status !== 'published' || said.tab !== undefined) return [...papers, ...asks];
  const calendars = said.file
    ? calendarLinks(event, `${origin}/${event.alias}`).map(({ name, href }) => ({ label: `Add to ${name}`, href }))
    : [];
  const giveUp = whose === undefined || whose.role === 'host' ? undefined : GIVE_UP[whose.status];
  const ticket = code === undefined ? [] : [{ label: 'View your ticket', href: `${page}#ticket` }];
  return [
    ...ticket,
    ...papers,
    ...calendars,
    ...asks,
    ...(giveUp === undefined ? [] : [{ label: giveUp, href: `${page}#cancel` }]),
  ];
}

/** The invoice and the credit notes of what was bought. */
function papersOf({ note, token, origin }: MailParts): EmailLink[] {
  if (note.order === undefined) return [];
  const pass = token === undefined ? '' : `?token=${token}`;
  return [{ label: 'Invoice and payment', href: `${origin}/tickets/orders/${note.order}${pass}` }];
}

/** The way out for people who did not ask for an email, or may not have registered themselves. */
function stopOf({ event, stop, whose, origin }: MailParts, unasked = false): Pick<EmailContent, 'stop'> {
  if (stop === undefined || (!unasked && whose?.ownAct !== false)) return {};
  const asked = unasked || whose?.askedBy != null;
  const label = asked
    ? 'Don’t email me about this event, or report it'
    : 'This wasn’t me: stop these emails, or report them';
  return { stop: { label, href: `${origin}/events/stop-mail?event=${event.id}&token=${stop}` } };
}

/** Where hosts act: the requests for access have their own section on the tab. */
function tabs(tab: NonNullable<EmailText['tab']>, kind: string): string {
  if (kind === 'asks_to_come') return '?tab=guests&status=requested';
  return kind === 'access_asked' ? `?tab=${tab}#section-access` : `?tab=${tab}`;
}

function attached(content: string, event: EventView) {
  return { filename: `${event.alias}.ics`, contentType: 'text/calendar; charset=utf-8', content };
}
