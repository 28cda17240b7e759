import { notificationsChanged } from '@folkmoot/contract/notifications/api.ts';
import type { CommandContext } from '../core/command.ts';
import { rooms } from '../core/live/live.ts';
import { planDigests } from './digests-actions.ts';
import { insertMailsDue, insertNews, type News } from './store.ts';

/** The queues that send what is due. */
export const PUSH_QUEUE = 'push';
export const NOTIFICATION_MAIL_QUEUE = 'notification-mail';

/**
 * Notifies people of something about an event or a community: in the product, by push and in their digest, each as they
 * chose. A fixed number of statements, however many they are.
 *
 * @returns who wants an email about it at once; see `mailNews`.
 */
export async function notify(command: CommandContext, news: News): Promise<string[]> {
  const { tx, now } = command;
  if (news.userIds.length === 0) return [];
  const notified = await insertNews(tx, news, now);
  const wanting = (mail: string) => notified.filter((one) => one.mail === mail).map(({ userId }) => userId);
  await planDigests(tx, wanting('daily'), now);
  command.publish(
    notificationsChanged,
    {},
    notified.map(({ userId }) => rooms.user(userId)),
  );
  command.wake(PUSH_QUEUE);
  return wanting('now');
}

/** The same, with an email to everybody who wants one at once. */
export async function notifyAndMail(command: CommandContext, news: News): Promise<void> {
  const now = await notify(command, news);
  if (now.length === 0) return;
  await insertMailsDue(command.tx, news, now, command.now);
  command.wake(NOTIFICATION_MAIL_QUEUE);
}
