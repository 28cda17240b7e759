import { REMINDERS } from '@folkmoot/contract/events/seats-rules.ts';
import { untilCalm } from '../core/calm.ts';
import { type Outside, runCommand } from '../core/command.ts';
import type { Db } from '../core/db.ts';
import type { Queue } from '../core/jobs.ts';
import type { Log } from '../core/log.ts';
import type { Passes } from '../events/access-actions.ts';
import { EVENT_CLOCK_QUEUE, EVENT_MAIL_QUEUE, mail, move, offerSeats, tellHosts } from '../events/actions.ts';
import { findParticipation, listLapsed, listLapsedIn, listToOffer } from '../events/participations-store.ts';
import { lockEvent } from '../events/store.ts';
import { eventMail } from './mail.ts';
import {
  type DueMail,
  findForMail,
  findReader,
  listToRemind,
  putOffMail,
  takeDueMails,
  takeReminders,
} from './mails-store.ts';

/** Mails written in one transaction. */
const BATCH = 20;
/** How long mails wait for a rush to end, in milliseconds, and how many batches go out where it does not. */
const MOST_PATIENCE = 10_000;
const BATCHES_IN_A_RUSH = 25;

/** A mail that cannot be written is tried so often, each time so many milliseconds later than the time before. */
const TRIES = 5;
const PUT_OFF = 10 * 60_000;

type Parts = { db: Db; outside: () => Outside; passes: Passes; product: string; origin: () => string; log: Log };

/** What events do by themselves: mails that are due, offers that lapse, reminders. */
export function eventQueues({ db, outside, passes, product, origin, log }: Parts): Queue<never>[] {
  const run = <Result>(work: Parameters<typeof runCommand<Result>>[3]) => runCommand(db, outside(), true, work);

  /** Puts due mails into the mail queue. Each is there once: it is taken and queued in one transaction. */
  const post = (most: number, begins: (mail: DueMail) => void = () => undefined) =>
    run(async (command) => {
      const due = await takeDueMails(command.tx, most, command.now);
      for (const mail of due) {
        begins(mail);
        const { eventId, participationId, kind, note } = mail;
        const event = await findForMail(command.tx, eventId, participationId ?? eventId);
        const whose =
          participationId === null ? undefined : await findParticipation(command.tx, eventId, participationId);
        const reader = whose ?? (note.userId === undefined ? undefined : await findReader(command.tx, note.userId));
        if (!event || !reader) continue;
        const token = whose?.userId === null ? passes.forParticipation(whose.id) : undefined;
        const by = note.by === undefined ? undefined : await findReader(command.tx, note.by);
        const written = await eventMail(kind, { event, reader, whose, token, note, by, product, origin: origin() });
        if (written) await command.post(written);
      }
      return due.length;
    });

  /** One mail alone. Where it cannot be written it is put off, so that the others behind it go out. */
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
      log.error({ err: error, mail: id, kind, tries }, 'a mail about an event could not be written');
      const until = new Date(outside().clock.now().getTime() + tries * PUT_OFF);
      await run((command) => putOffMail(command.tx, id, tries, tries < TRIES ? until : undefined));
      return 1;
    }
  };

  /** A batch together, or, where one of it cannot be written, each alone. */
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
        // While many register, their mails wait: for some seconds, then some go out whatever comes in.
        for (;;) {
          const batches = (await untilCalm(MOST_PATIENCE)) ? 1 : BATCHES_IN_A_RUSH;
          // What is left when the process stops is due as before: the next one sends it.
          for (let done = 0; done < batches; done += 1) if (stopping() || (await postBatch()) < BATCH) return;
        }
      },
    },
    {
      name: EVENT_CLOCK_QUEUE,
      every: 60,
      drains: true,
      async work() {
        for (const eventId of await listLapsed(db, outside().clock.now()))
          await run((command) => endOffers(command, eventId));
        for (const eventId of await listToOffer(db, outside().clock.now()))
          await run(async (command) => {
            await lockEvent(command.tx, eventId);
            await offerSeats(command, eventId);
          });
        for (const kind of ['day', 'hour'] as const) await run((command) => remind(command, kind));
      },
    },
  ];
}

/** Offers that nobody took up go to the next in the queue. */
async function endOffers(command: Parameters<Parameters<typeof runCommand>[3]>[0], eventId: string): Promise<void> {
  await lockEvent(command.tx, eventId);
  for (const offer of await listLapsedIn(command.tx, eventId, command.now)) {
    await move(command, offer, {
      status: 'not_going',
      actorId: null,
      reason: 'The offered place was not taken in time.',
    });
    await mail(command, eventId, [offer.id], 'offer_lapsed');
    await tellHosts(command, { id: eventId, alias: offer.alias, status: offer.eventStatus });
  }
  await offerSeats(command, eventId);
}

/** Reminds everyone of the events that begin soon. Whoever registered after that moment needs no reminder. */
async function remind(command: Parameters<Parameters<typeof runCommand>[3]>[0], kind: 'day' | 'hour'): Promise<void> {
  // Whoever hears that it begins within the hour need not hear of the day.
  const within = { least: kind === 'day' ? REMINDERS.hour : 0, most: REMINDERS[kind] };
  for (const eventId of await takeReminders(command.tx, kind, within, command.now)) {
    const hourAgo = new Date(command.now.getTime() - 3_600_000);
    await mail(
      command,
      eventId,
      await listToRemind(command.tx, eventId, kind === 'day' ? hourAgo : command.now),
      `reminder_${kind}`,
    );
  }
}
