import { KIND_RULES } from '@folkmoot/contract/notifications/rules.ts';
import type { NotificationKind } from '@folkmoot/contract/notifications/schema.ts';
import { LIMITS, type PushMessage } from '@folkmoot/contract/notifications/schema.ts';
import { NOTICE_QUEUE, takeNotices } from '../conversations/notices-store.ts';
import { type CommandContext, runCommand } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import type { Queue } from '../core/jobs/jobs.ts';
import type { AppContext } from '../core/slice.ts';
import { findPeopleIn, listUnread } from '../inbox/store.ts';
import { NOTIFICATION_MAIL_QUEUE, PUSH_QUEUE } from './actions.ts';
import { findPreferences } from './choices-store.ts';
import { type Delivery, deleteDelivered, nextDue, putOff, takeDeliveries } from './deliveries-store.ts';
import { planDigests } from './digests-actions.ts';
import { findReaders, takeDigests } from './digests-store.ts';
import { digestMail, messageItem, newsItem, newsMail, unreadItems } from './mail.ts';
import { insertMessageNews, listMessageFacts, type MessageFacts } from './messages/notices-store.ts';
import { messagePush, newsPush } from './messages/wording-actions.ts';
import { listReachable, noteOutcomes } from './push/devices-store.ts';
import type { Push } from './push/push-actions.ts';
import { deleteOld, listForDigest } from './store.ts';
import { describe, type NotificationHooks, type Subject } from './subjects-actions.ts';

type Parts = Pick<AppContext, 'db' | 'services' | 'config' | 'appUrl'> & { hooks: NotificationHooks; push: Push };

/** What is read at a time. */
const NOTICES = 50;
const PUSHES = 100;
const MAILS = 50;
const DIGESTS = 20;

/** Seconds until a failed push is tried again, times how often it failed. */
const AGAIN = 60;
/** Pushes due sooner than this are waited for, in milliseconds; others are found by the queue's own interval. */
const WAITED_FOR = 30_000;

const isAboutMessage = ({ kind }: { kind: NotificationKind }) => KIND_RULES[kind].about === 'message';

/** The work of notifying: whom a message concerns, pushes, emails at once, and digests. */
export function notificationQueues({ db, services, config, appUrl, hooks, push }: Parts): Queue<never>[] {
  const { clock, jobs } = services;
  const run = <Result>(work: (command: CommandContext) => Promise<Result>) => runCommand(db, services, true, work);
  const sender = () => ({ product: config.appName, origin: appUrl() });

  /** What of these deliveries is still to be sent: about messages, and about events and communities. */
  async function stillDue(tx: Db, deliveries: readonly Delivery[]) {
    const messages = await listMessageFacts(tx, deliveries.filter(isAboutMessage), clock.now());
    const others = deliveries.filter((one) => !isAboutMessage(one));
    const subjects = await describe(tx, hooks, others);
    const factsOf = new Map(messages.map((facts) => [`${facts.userId} ${facts.kind} ${facts.conversationId}`, facts]));
    const subjectOf = new Map(others.map((one, at) => [one, subjects[at]]));
    return {
      facts: (one: Delivery): MessageFacts | undefined => factsOf.get(`${one.userId} ${one.kind} ${one.subjectId}`),
      subject: (one: Delivery): Subject | undefined => subjectOf.get(one),
    };
  }

  async function sendPushes(): Promise<number> {
    const deliveries = await takeDeliveries(db, 'push', PUSHES, clock.now());
    if (deliveries.length === 0) return 0;
    const due = await stillDue(db, deliveries);
    const userIds = [...new Set(deliveries.map(({ userId }) => userId))];
    const readers = await findReaders(db, userIds);
    const devices = Map.groupBy(await listReachable(db, userIds, clock.now()), ({ userId }) => userId);
    const messageOf = (one: Delivery): PushMessage | undefined => {
      const previews = readers.get(one.userId)?.previews ?? false;
      const [facts, subject] = [due.facts(one), due.subject(one)];
      if (facts) return messagePush(facts, one.count, previews);
      return subject && newsPush(subject.told, one.subjectId, previews);
    };
    const sending = deliveries.flatMap((delivery) => {
      const message = messageOf(delivery);
      if (message === undefined) return [];
      return (devices.get(delivery.userId) ?? []).map((device) => ({ delivery, device, message }));
    });
    const outcomes = await push.send(sending);
    const failed = deliveries.filter((one) => {
      const ways = sending.flatMap(({ delivery }, at) => (delivery === one ? [outcomes[at]?.was] : []));
      return ways.length > 0 && ways.every((was) => was === 'failed');
    });
    await noteOutcomes(db, outcomes, clock.now());
    await putOff(db, failed, AGAIN, clock.now());
    await deleteDelivered(
      db,
      deliveries.filter((one) => !failed.includes(one)),
    );
    return deliveries.length;
  }

  async function sendMails(): Promise<number> {
    return run(async (command) => {
      const deliveries = await takeDeliveries(command.tx, 'mail', MAILS, command.now);
      if (deliveries.length === 0) return 0;
      const due = await stillDue(command.tx, deliveries);
      const readers = await findReaders(
        command.tx,
        deliveries.map(({ userId }) => userId),
      );
      for (const [userId, some] of Map.groupBy(deliveries, (one) => one.userId)) {
        const reader = readers.get(userId);
        const items = some.flatMap((one) => {
          const [facts, subject] = [due.facts(one), due.subject(one)];
          return facts ? [messageItem(facts, one.count)] : subject ? [newsItem(subject)] : [];
        });
        if (reader && items.length > 0) await command.sendMail(newsMail(reader, items, sender()));
      }
      await deleteDelivered(command.tx, deliveries);
      return deliveries.length;
    });
  }

  async function sendDigests(): Promise<number> {
    return run(async (command) => {
      const { tx, now } = command;
      const userIds = await takeDigests(tx, DIGESTS, now);
      const readers = await findReaders(tx, userIds);
      for (const reader of readers.values()) {
        const unread = (await listUnread(tx, reader.id, now, undefined)).data;
        const authors = await findPeopleIn(
          tx,
          unread.flatMap(({ messages }) => messages),
        );
        const people = new Map(authors.map((person) => [person.id, person]));
        const { kinds } = await findPreferences(tx, reader.id);
        const news = (await listForDigest(tx, reader.id)).map((one) => ({ ...one, userId: reader.id }));
        const subjects = await describe(tx, hooks, news);
        const items = [
          ...subjects.flatMap((subject) => (subject ? [newsItem(subject)] : [])),
          ...unreadItems(unread, kinds, people),
        ];
        const written = digestMail(reader, items, sender());
        if (written) await command.sendMail(written);
      }
      return userIds.length;
    });
  }

  let timer: NodeJS.Timeout | undefined;
  /** Wakes the queue when the next push is due. */
  async function waitForNext(): Promise<void> {
    clearTimeout(timer);
    const next = await nextDue(db, 'push');
    const wait = next === undefined ? undefined : next.getTime() - clock.now().getTime();
    if (wait === undefined || wait > WAITED_FOR) return;
    timer = setTimeout(() => jobs.wake(PUSH_QUEUE), Math.max(wait, 100)).unref();
  }

  return [
    {
      name: NOTICE_QUEUE,
      every: 30,
      drains: true,
      async work(_, stopping) {
        let taken = NOTICES;
        while (taken === NOTICES && !stopping())
          taken = await run(async (command) => {
            const notices = await takeNotices(command.tx, NOTICES);
            if (notices.length === 0) return 0;
            await planDigests(command.tx, await insertMessageNews(command.tx, notices, command.now), command.now);
            command.wake(PUSH_QUEUE);
            return notices.length;
          });
      },
    },
    {
      name: PUSH_QUEUE,
      every: 30,
      drains: true,
      async work(_, stopping) {
        while (!stopping() && (await sendPushes()) === PUSHES);
        if (!stopping()) await waitForNext();
      },
    },
    {
      name: NOTIFICATION_MAIL_QUEUE,
      every: 60,
      drains: true,
      async work(_, stopping) {
        while (!stopping() && (await sendMails()) === MAILS);
        while (!stopping() && (await sendDigests()) === DIGESTS);
        await deleteOld(db, new Date(clock.now().getTime() - LIMITS.days * 86_400_000));
      },
    },
  ];
}
