import { runCommand } from '../core/command.ts';
import type { Queue } from '../core/jobs/jobs.ts';
import type { AppContext } from '../core/slice.ts';
import { whenLine } from '../events/mails/letter-actions.ts';
import { newsMail } from './mail.ts';
import { findNews, takeDueNews } from './news-store.ts';
import { findCalendar } from './store.ts';

/** Subscriptions taken in one transaction, and events that one email names. */
const BATCH = 50;
const NAMED = 8;

type Parts = Pick<AppContext, 'db' | 'services' | 'config' | 'appUrl'>;

/** Emails about new events to people who asked for them. */
export function calendarQueues({ db, services, config, appUrl }: Parts): Queue<never>[] {
  /** Writes the emails of one batch, and returns how many subscriptions it had. */
  const tell = () =>
    runCommand(db, services, true, async (command) => {
      const due = await takeDueNews(command.tx, BATCH, command.now);
      for (const one of due) {
        // People who have left the community or are banned get no more emails.
        const calendar = one.isSeen ? await findCalendar(command.tx, one.calendarId, one.userId) : undefined;
        if (!calendar) continue;
        const { data, count } = await findNews(command.tx, one, NAMED, command.now);
        if (count === 0) continue;
        const events = data.map((event) => ({
          name: event.name,
          alias: event.alias,
          when: whenLine(event),
          where: event.where,
        }));
        const parts = { to: one, calendar, events, count, product: config.appName, origin: appUrl() };
        await command.sendMail(newsMail(parts));
      }
      return due.length;
    });
  return [
    {
      name: 'calendar-news',
      every: 600,
      work: async (_: object, stopping) => {
        while (!stopping() && (await tell()) === BATCH);
      },
    },
  ];
}
