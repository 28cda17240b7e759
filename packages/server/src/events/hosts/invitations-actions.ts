import { refusals as invitations, OUTREACH } from '@folkmoot/contract/events/invitations-schema.ts';
import { refusals as events, type ParticipationRole } from '@folkmoot/contract/events/schema.ts';
import { areHidden } from '../../blocks/store.ts';
import type { CommandContext } from '../../core/command.ts';
import { refuse } from '../../core/http/errors.ts';
import { mail, move, needRoom } from '../actions.ts';
import type { Participation } from '../participations-store.ts';
import {
  countInvited,
  countSent,
  insertOutreach,
  insertOutreachToMany,
  setAsked,
  wasTold,
} from './invitations-store.ts';

const DAY = 86_400_000;

/**
 * Asks somebody to be a host, a featured guest, a guest or at the door of an event. Nothing of it counts before they accept:
 * whoever has a place keeps it meanwhile, whoever has none is invited. People hidden from one another do not ask each other.
 * Under the event's lock.
 *
 * @param by the host who asks. Whoever asks themselves has said yes with it.
 * @param typed they were found by an address: then a refusal would tell whose it is, so of a block or a ban nothing is said,
 *   and the invitation is shown to nobody.
 */
export async function ask(
  command: CommandContext,
  before: Participation,
  role: ParticipationRole,
  by: string,
  { ticketId = before.ticketId, typed = false }: { ticketId?: string | null; typed?: boolean } = {},
): Promise<void> {
  const { tx, now } = command;
  if (before.userId === null) return refuse(events.noSuchPerson);
  const hidden = await areHidden(tx, by, [before.userId]);
  if (hidden && !typed) refuse(events.noSuchPerson);
  if (before.role === role && before.status === 'going') return;
  const unknown = typed && !before.ownAct;
  const { banned } = await needRoom(tx, before, { role, status: 'going', ticketId }, { unknown });
  if (before.userId === by) {
    await move(command, before, { role, status: 'going', ticketId, approved: true, actorId: by });
    return;
  }
  const invited =
    before.status === 'not_going' || before.status === 'invited'
      ? await move(command, before, { role: 'guest', status: 'invited', ticketId, approved: true, actorId: by })
      : before;
  await setAsked(tx, invited, { role, by }, now);
  if (!hidden && !banned) await mailInvitation(command, invited, by, 'asked');
  // At the limit the answer is the same too: the mail counts, though it reaches nobody.
  else await countInvitation(command, invited, by);
}

/**
 * Mails somebody who did not ask for it that they are invited: once a day for each person and event, to an address without
 * an account once for good, and to one address a few times a day from all events. Refuses where the sender has written to
 * many today.
 */
export async function mailInvitation(
  command: CommandContext,
  invited: Participation,
  by: string,
  kind: 'asked' | 'added',
): Promise<void> {
  if (await countInvitation(command, invited, by)) await mail(command, invited.eventId, [invited.id], kind, { by });
}

/** Mails to those whom a copy of an event invites, by the same limits: who is beyond them is invited without a mail. */
export async function mailCopied(
  command: CommandContext,
  eventId: string,
  participationIds: readonly string[],
  by: string,
): Promise<void> {
  const since = new Date(command.now.getTime() - DAY);
  const left = await leftOf(command, by);
  const counting = { sender: by, left, each: OUTREACH.address, since };
  const told = await insertOutreachToMany(command.tx, eventId, participationIds, counting, command.now);
  await mail(command, eventId, told, 'asked', { by });
}

/** Mails that somebody may still have sent today. */
async function leftOf({ tx, now }: CommandContext, by: string): Promise<number> {
  const sender = await countSent(tx, by, new Date(now.getTime() - DAY));
  if (sender === undefined) return 0;
  const isNew = now.getTime() - sender.joined.getTime() < OUTREACH.newDays * DAY;
  return (isNew ? OUTREACH.new : OUTREACH.later) - sender.sent;
}

/**
 * Counts the mail for its sender, and says whether it goes out. It counts where it does not because others have written to
 * the address today: the sender does not learn of them.
 */
async function countInvitation(
  command: CommandContext,
  { eventId, userId, address }: Participation,
  by: string,
): Promise<boolean> {
  const { tx, now } = command;
  const since = userId === null ? new Date(0) : new Date(now.getTime() - DAY);
  if (await wasTold(tx, eventId, address, since)) return false;
  if ((await leftOf(command, by)) <= 0) refuse(invitations.tooManyMails);
  const had = await countInvited(tx, address, new Date(now.getTime() - DAY));
  await insertOutreach(tx, { eventId, kind: 'invited', sender: by, address }, now);
  return had < OUTREACH.address;
}

/** What a host asked somebody is taken back: they have the place that they had. Under the event's lock. */
export async function takeBack(command: CommandContext, before: Participation, by: string): Promise<void> {
  if (before.status === 'invited') {
    await move(command, before, { role: 'guest', status: 'not_going', approved: false, actorId: by });
    return;
  }
  await setAsked(command.tx, before, { role: null, by }, command.now);
}
