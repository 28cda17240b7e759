import { OUTREACH, UNCONFIRMED, VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import type { NotificationKind } from '@folkmoot/contract/notifications/schema.ts';
import { REMINDERS } from '@folkmoot/contract/participations/rules.ts';
import { GONE_DOMAIN } from '../../accounts/store.ts';
import { type CommandContext, runCommand } from '../../core/command.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import type { AppContext } from '../../core/slice.ts';
import { notify } from '../../notifications/actions.ts';
import {
  EVENT_CLOCK_QUEUE,
  EVENT_MAIL_QUEUE,
  mail,
  mailAll,
  mailPeople,
  mailPerson,
  moveAll,
  offerSeats,
  tellHosts,
} from '../../participations/actions.ts';
import { type DueMail, delayMail, putOffMail, takeDueMails } from '../../participations/mails-store.ts';
import {
  countMails,
  countSent,
  deleteOldOutreach,
  hasBeenMailed,
  insertOutreach,
  isStopped,
} from '../../participations/outreach-store.ts';
import {
  findParticipation,
  listHostIds,
  listLapsed,
  listLapsedIn,
  listToOffer,
  lockEvent,
  type Participation,
} from '../../participations/store.ts';
import type { EventTokens } from '../access/access-actions.ts';
import { deleteOldTries } from '../access/passcodes-store.ts';
import { deleteOldMessages } from '../hosts/contact-store.ts';
import type { EventHooks } from '../page/pages-actions.ts';
import { eventMail } from './mail.ts';
import { findForMail, findReader, takeNewGuests, takeReminders, takeRequests } from './mails-store.ts';
import { MONEY_TEXTS } from './money-mail.ts';

/** Emails written in one transaction. */
const BATCH = 20;

/** How long emails wait for a rush to end, in milliseconds, and how many batches go out if it does not. */
const MOST_PATIENCE = 10_000;

const BATCHES_IN_A_RUSH = 25;

/**
 * How often an email that cannot be written is retried, and how many milliseconds each further try adds to the delay.
 */
const TRIES = 5;

const PUT_OFF = 10 * 60_000;

/** After how many milliseconds an email is tried again that an address cannot have today. */
const DELAY = 6 * 3_600_000;

const DAY = 86_400_000;

type Parts = Pick<AppContext, 'db' | 'services' | 'config' | 'appUrl' | 'log' | 'waitUntilIdle'> & {
  tokens: EventTokens;
  hooks: Pick<EventHooks, 'codesOf'>;
};

/** The automatic work of events: emails that are due, offers that lapse, reminders. */
export function eventQueues({
  db,
  services,
  tokens,
  hooks,
  config,
  appUrl,
  log,
  waitUntilIdle,
}: Parts): Queue<never>[] {
  const run = <Result>(work: Parameters<typeof runCommand<Result>>[3]) => runCommand(db, services, true, work);

  /** Puts due emails into the email queue. Each is sent once: it is taken and queued in one transaction. */
  const post = (most: number, begins: (mail: DueMail) => void = () => undefined) =>
    run(async (command) => {
      const due = await takeDueMails(command.tx, most, command.now);
      const codes = await hooks.codesOf(command.tx, due.flatMap(ticketOf), command.now);
      for (const mail of due) {
        begins(mail);
        const { eventId, participationId, note } = mail;
        const event = await findForMail(command.tx, eventId, participationId, note.userId ?? null);
        const whose =
          participationId === null ? undefined : await findParticipation(command.tx, eventId, participationId);
        const reader = whose ?? (note.userId === undefined ? undefined : await findReader(command.tx, note.userId));
        if (!event || !reader) continue;
        const token = whose?.userId === null ? tokens.forParticipation(whose.id, whose.addressNo) : undefined;
        const asker = note.asker === undefined ? undefined : await findParticipation(command.tx, eventId, note.asker);
        const by = note.by === undefined ? asker : await findReader(command.tx, note.by);
        const answersTo = note.answersTo === undefined ? undefined : await findReader(command.tx, note.answersTo);
        const fate = await fateOf(command, mail, whose, reader.address);
        if (fate === 'later') await delayMail(command.tx, mail, new Date(command.now.getTime() + DELAY));
        if (fate !== 'now') continue;
        if (!(await notifyFirst(command, mail, whose))) continue;
        const stop = whose === undefined ? undefined : tokens.forStop(whose.id, whose.addressNo);
        const parts = {
          stop,
          event,
          reader,
          whose,
          token,
          code: whose && codes.get(whose.id),
          note,
          by,
          answersTo: event.hidden.includes(note.answersTo ?? '') ? undefined : answersTo,
          product: config.appName,
          origin: appUrl(),
        };
        const written = await eventMail(mail.kind, parts);
        if (written) await command.sendMail(written);
      }
      return due.length;
    });

  /** One email alone. If it cannot be written it is postponed, so that the others behind it go out. */
  const postAlone = async () => {
    let failing: DueMail | undefined;
    try {
      return await post(1, (mail) => {
        failing = mail;
      });
    } catch (error) {
      if (!failing) throw error;
      const { id, kind, note } = failing;
      const tries = (note.tries ?? 0) + 1;
      log.error({ err: error, mail: id, kind, tries }, 'an email about an event could not be written');
      const until = new Date(services.clock.now().getTime() + tries * PUT_OFF);
      await run((command) => putOffMail(command.tx, id, tries, tries < TRIES ? until : undefined));
      return 1;
    }
  };

  /** A batch together, or, if one of them cannot be written, each alone. */
  const postBatch = async () => {
    const posted = await post(BATCH).catch(() => undefined);
    if (posted !== undefined) return posted;
    for (let done = 0; done < BATCH; done += 1) if ((await postAlone()) === 0) return done;
    return BATCH;
  };

  return [
    {
      name: EVENT_MAIL_QUEUE,
      every: 30,
      drains: true,
      async work(_, stopping) {
        // While many people register, their emails wait: for some seconds, then some go out regardless.
        for (;;) {
          const batches = (await waitUntilIdle(MOST_PATIENCE)) ? 1 : BATCHES_IN_A_RUSH;
          // What is left when the process stops stays due: the next process sends it.
          for (let done = 0; done < batches; done += 1) if (stopping() || (await postBatch()) < BATCH) return;
        }
      },
    },
    {
      name: EVENT_CLOCK_QUEUE,
      every: 60,
      drains: true,
      async work() {
        for (const eventId of await listLapsed(db, services.clock.now()))
          await run((command) => endOffers(command, eventId));
        for (const eventId of await listToOffer(db, services.clock.now()))
          await run(async (command) => {
            await lockEvent(command.tx, eventId);
            await offerSeats(command, eventId);
          });
        for (const kind of ['day', 'hour'] as const) await run((command) => remind(command, kind));
        await run(tellHostsOfGuests);
        for (const asked of ['requests', 'access'] as const)
          await run((command) => tellHostsOfRequests(command, asked));
        const before = new Date(services.clock.now().getTime() - 2 * 86_400_000);
        await deleteOldOutreach(db, before);
        await deleteOldTries(db, before);
        await deleteOldMessages(db, services.clock.now());
      },
    },
  ];
}

/** Emails from hosts to people who have not accepted: that they are invited, and no more. */
const INVITING = ['asked', 'added', 'passed_to'];

/** Emails that carry the code of the reader's ticket, if they have one by then. */
const TICKETED = [
  'going',
  'paid',
  'approved',
  'added',
  'made_featured',
  'passed_to',
  'new_ticket',
  'reminder_day',
  'reminder_hour',
];

const ticketOf = ({ kind, eventId, participationId: id }: DueMail) =>
  id !== null && TICKETED.includes(kind) ? [{ eventId, id }] : [];

/** Emails with the place that a stranger can take for an address that they type. */
const GIVES_A_PLACE = ['going', 'requested', 'waitlisted'];

/** What nobody can cause again and again: it costs money, or ends the event. */
const isRare = (kind: string) => kind === 'event_cancelled' || kind === 'paid' || kind in MONEY_TEXTS;

/**
 * Whether an email goes out. An address that has unsubscribed gets none. What people get who have not confirmed that they
 * registered is counted: by address where a stranger can cause it, otherwise by event. What is too much for a day comes
 * later.
 */
async function fateOf(
  command: CommandContext,
  { eventId, kind }: DueMail,
  whose: Participation | undefined,
  address: string,
): Promise<'now' | 'later' | 'never'> {
  const { tx, now } = command;
  // Somebody who has left since has no address any more.
  if (address.endsWith(`@${GONE_DOMAIN}`) || (await isStopped(tx, eventId, address))) return 'never';
  if (whose === undefined || whose.ownAct) return 'now';
  if (INVITING.includes(kind)) return 'now';
  const since = new Date(now.getTime() - DAY);
  if (GIVES_A_PLACE.includes(kind)) {
    if ((await countMails(tx, { kind: 'visitor', address }, since)) >= VISITOR_MAILS.address) return 'later';
    await insertOutreach(tx, { eventId, kind: 'visitor', sender: '', address }, now);
    return 'now';
  }
  if (whose.askedBy !== null && !(await hasBeenMailed(tx, eventId, address))) {
    // They know of nothing that could have changed.
    if (whose.status === 'invited') return 'never';
    if (!(await firstMail(command, eventId, whose.askedBy, address))) return 'later';
  }
  if (isRare(kind)) return 'now';
  if ((await countMails(tx, { kind: 'unconfirmed', address, eventId }, since)) >= UNCONFIRMED.event) return 'later';
  await insertOutreach(tx, { eventId, kind: 'unconfirmed', sender: '', address }, now);
  return 'now';
}

/** The first email to somebody whom a host put on the list without one: it counts for that host like an invitation. */
async function firstMail(
  { tx, now }: CommandContext,
  eventId: string,
  sender: string,
  address: string,
): Promise<boolean> {
  const counted = await countSent(tx, sender, new Date(now.getTime() - DAY));
  if (counted === undefined) return false;
  const isNew = now.getTime() - counted.joined.getTime() < OUTREACH.newDays * DAY;
  if (counted.sent >= (isNew ? OUTREACH.new : OUTREACH.later)) return false;
  await insertOutreach(tx, { eventId, kind: 'invited', sender, address }, now);
  return true;
}

/** What emails of these kinds notify of. People choose about them; the others are part of registering. */
const KIND_OF: Readonly<Partial<Record<string, NotificationKind>>> = {
  guests_came: 'registration',
  accepted_as: 'registration',
  asks_to_come: 'approval_request',
  access_asked: 'access_request',
  offered: 'waitlist_offer',
  seat_free: 'waitlist_offer',
  changed: 'event_changed',
  event_cancelled: 'event_cancelled',
  reminder_day: 'reminder',
  reminder_hour: 'reminder',
};

/** Notifies a person with an account of what an email is about. False if they do not want the email now. */
async function notifyFirst(
  command: CommandContext,
  { eventId, kind, note }: DueMail,
  whose: Participation | undefined,
): Promise<boolean> {
  const of = KIND_OF[kind];
  const userId = whose?.userId ?? note.userId;
  if (of === undefined || userId === undefined) return true;
  const { by: personId, guests: count = 1 } = note;
  const news = { kind: of, subjectId: eventId, userIds: [userId], personId, count };
  return (await notify(command, news)).includes(userId);
}

/** Each host is told at most once an hour who has registered since. */
async function tellHostsOfGuests(command: CommandContext): Promise<void> {
  for (const { id, guests } of await takeNewGuests(command.tx, command.now))
    for (const host of await listHostIds(command.tx, id))
      await mailPerson(command, id, host, 'guests_came', { guests });
}

/** The same of people who wait for their answer. */
async function tellHostsOfRequests(command: CommandContext, of: 'requests' | 'access'): Promise<void> {
  const due = await takeRequests(command.tx, of, command.now);
  const addressees = due.map(({ eventId, hostId, guests, name, by }) => ({
    eventId,
    note: { userId: hostId, guests, ...(name && { name }), ...(by && { by }) },
  }));
  await mailPeople(command, addressees, of === 'requests' ? 'asks_to_come' : 'access_asked');
}

/** Offers that were not taken up go to the next person on the waitlist. */
async function endOffers(command: CommandContext, eventId: string): Promise<void> {
  await lockEvent(command.tx, eventId);
  const lapsed = await listLapsedIn(command.tx, eventId, command.now);
  const change = { status: 'not_going', actorId: null, reason: 'The offered spot was not taken in time.' } as const;
  await moveAll(
    command,
    lapsed.map((before) => ({ before, change })),
  );
  await mail(
    command,
    eventId,
    lapsed.map(({ id }) => id),
    'offer_lapsed',
  );
  const [first] = lapsed;
  if (first) await tellHosts(command, { id: eventId, alias: first.alias, status: first.eventStatus });
  await offerSeats(command, eventId);
}

/** Reminds everyone of the events that start soon. People who registered after that moment need no reminder. */
async function remind(command: CommandContext, kind: 'day' | 'hour'): Promise<void> {
  // People who get the reminder of the last hour do not need the one of the day before.
  const within = { least: kind === 'day' ? REMINDERS.hour : 0, most: REMINDERS[kind] };
  const events = await takeReminders(command.tx, kind, within, command.now);
  if (events.length === 0) return;
  const hourAgo = new Date(command.now.getTime() - 3_600_000);
  await mailAll(command, events, { of: 'going', since: kind === 'day' ? hourAgo : command.now }, `reminder_${kind}`);
}
