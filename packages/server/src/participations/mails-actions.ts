import { areHidden } from '../blocks/store.ts';
import type { CommandContext } from '../core/command.ts';
import { insertMails, insertPersonMail, takeUntold } from './mails-store.ts';
import { findParticipation } from './store.ts';

/** The queue that writes emails that are due. */
export const EVENT_MAIL_QUEUE = 'event-mail';

/** Records that emails are due, and wakes the job that writes them. */
export async function mail(
  command: CommandContext,
  eventId: string,
  participationIds: readonly string[],
  kind: string,
  note: object = {},
): Promise<void> {
  if (participationIds.length === 0) return;
  await insertMails(command.tx, eventId, participationIds, kind, note, command.now);
  command.wake(EVENT_MAIL_QUEUE);
}

/**
 * Minimum time between repeated emails to one person about something that can happen again and again, in
 * milliseconds.
 */
const AGAIN = 3_600_000;

/** The same for what would be repeated with every click: once an hour for each person. */
export async function mailAgain(
  command: CommandContext,
  eventId: string,
  participationIds: readonly string[],
  kind: string,
): Promise<void> {
  const before = new Date(command.now.getTime() - AGAIN);
  await mail(command, eventId, await takeUntold(command.tx, eventId, participationIds, before, command.now), kind);
}

/**
 * Notifies each host of what needs their answer: at once, and for the same guest at most once an hour. Nobody is
 * notified about a person who is hidden from them.
 */
export async function mailHosts(
  command: CommandContext,
  eventId: string,
  hosts: readonly string[],
  kind: string,
  participationId: string,
): Promise<void> {
  const before = new Date(command.now.getTime() - AGAIN);
  const told = await takeUntold(command.tx, eventId, [participationId], before, command.now);
  if (told.length === 0) return;
  const guest = await findParticipation(command.tx, eventId, participationId);
  for (const host of hosts) {
    if (guest?.userId && (await areHidden(command.tx, host, [guest.userId]))) continue;
    await mailPerson(command, eventId, host, kind, {
      name: `${guest?.firstName ?? ''} ${guest?.lastName ?? ''}`.trim(),
    });
  }
}

/** The same for a person who has no participation yet. */
export async function mailPerson(
  command: CommandContext,
  eventId: string,
  userId: string,
  kind: string,
  note: object = {},
): Promise<void> {
  await insertPersonMail(command.tx, eventId, kind, { ...note, userId }, command.now);
  command.wake(EVENT_MAIL_QUEUE);
}
