import { refusals as invitations, OUTREACH } from '@folkmoot/contract/events/invitations-schema.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import type { ParticipationRole } from '@folkmoot/contract/participations/schema.ts';
import { areHidden } from '../../blocks/store.ts';
import type { CommandContext } from '../../core/command.ts';
import { refuse } from '../../core/http/errors.ts';
import { mail, move } from '../../participations/actions.ts';
import { setAsked } from '../../participations/moves-store.ts';
import {
  countInvited,
  countSent,
  insertOutreach,
  insertOutreachToMany,
  wasTold,
} from '../../participations/outreach-store.ts';
import type { Participation } from '../../participations/store.ts';
import { needRoom } from '../actions.ts';

const DAY = 86_400_000;

/**
 * Asks a person to be a host, a featured guest, a guest or at the door of an event. It has no effect until they
 * accept: a participation that they have stays as it is in the meantime; without one they are invited. People hidden
 * from one another do not ask each other. Under the event's lock.
 *
 * @param by the host who asks. A host who asks themselves has accepted with it.
 * @param typed they were found by an address: then a refusal would tell whose it is, so a block or a ban is not
 *   mentioned, and the invitation is shown to nobody.
 */
export async function ask(
  command: CommandContext,
  before: Participation,
  role: ParticipationRole,
  by: string,
  { ticketId = before.ticketId, typed = false }: { ticketId?: string | null; typed?: boolean } = {},
): Promise<void> {
  const { tx, now } = command;
  if (before.userId === null && !typed) return refuse(events.noSuchPerson);
  const hidden = before.userId !== null && (await areHidden(tx, by, [before.userId]));
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
  // At the limit the answer is the same too: the email counts, though it reaches nobody.
  else await countInvitation(command, invited, by);
}

/**
 * Emails people who did not ask for it that they are invited: once a day for each person and event, to an address
 * without an account only once ever, and to one address a few times a day from all events. Refuses if the sender has
 * written to many today.
 */
export async function mailInvitation(
  command: CommandContext,
  invited: Participation,
  by: string,
  kind: 'asked' | 'added',
): Promise<void> {
  if (await countInvitation(command, invited, by)) await mail(command, invited.eventId, [invited.id], kind, { by });
}

/**
 * Emails the people whom a copy of an event invites, by the same limits: anyone beyond them is invited without an
 * email.
 */
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

/** Emails that a person may still have sent today. */
async function leftOf({ tx, now }: CommandContext, by: string): Promise<number> {
  const sender = await countSent(tx, by, new Date(now.getTime() - DAY));
  if (sender === undefined) return 0;
  const isNew = now.getTime() - sender.joined.getTime() < OUTREACH.newDays * DAY;
  return (isNew ? OUTREACH.new : OUTREACH.later) - sender.sent;
}

/**
 * Counts the email for its sender, and returns whether it goes out. It also counts if it does not go out because
 * others have written to the address today: the sender learns nothing about them.
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

/** Takes back what a host asked of a person: they keep the participation that they had. Under the event's lock. */
export async function takeBack(command: CommandContext, before: Participation, by: string): Promise<void> {
  if (before.status === 'invited') {
    await move(command, before, { role: 'guest', status: 'not_going', approved: false, actorId: by });
    return;
  }
  await setAsked(command.tx, before, { role: null, by }, command.now);
}
