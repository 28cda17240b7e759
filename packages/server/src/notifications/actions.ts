import { notificationsChanged } from '@folkmoot/contract/notifications/api.ts';
import type { CommandContext } from '../core/command.ts';
import { rooms } from '../core/live/live.ts';
import { planDigests } from './digests-actions.ts';
import { forgetJoin, insertMailsDue, insertNews, type News, type Notified } from './store.ts';

/** The queues that send what is due. */
export const PUSH_QUEUE = 'push';
export const NOTIFICATION_MAIL_QUEUE = 'notification-mail';

/**
 * Notifies people of something about an event or a community: in the product, by push and in their digest, each as they
 * chose. A fixed number of statements, however many they are.
 *
 * @returns who wants an email about it at once; see `notifyAndMail`.
 */
export async function notify(command: CommandContext, news: News): Promise<string[]> {
  return (await note(command, news)).map(({ userId }) => userId);
}

/** The same, with an email to everybody who wants one: at once, and while they have not read it, once an hour at most. */
export async function notifyAndMail(command: CommandContext, news: News): Promise<void> {
  const wanting = await note(command, news);
  if (wanting.length === 0) return;
  await insertMailsDue(command.tx, news, wanting, command.now);
  command.wake(NOTIFICATION_MAIL_QUEUE);
}

/** Somebody who had joined a community is no longer in it. */
export async function untold(command: CommandContext, serverId: string, personId: string): Promise<void> {
  const changed = await forgetJoin(command.tx, serverId, personId);
  command.publish(notificationsChanged, {}, changed.map(rooms.user));
}

async function note(command: CommandContext, news: News): Promise<Notified[]> {
  const { tx, now } = command;
  if (news.userIds.length === 0) return [];
  const notified = await insertNews(tx, news, now);
  const daily = notified.filter(({ mail }) => mail === 'daily');
  await planDigests(
    tx,
    daily.map(({ userId }) => userId),
    now,
  );
  command.publish(
    notificationsChanged,
    {},
    notified.map(({ userId }) => rooms.user(userId)),
  );
  command.wake(PUSH_QUEUE);
  return notified.filter(({ mail }) => mail === 'now');
}
