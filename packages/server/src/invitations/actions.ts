import { OUTREACH } from '@folkmoot/contract/events/invitations-schema.ts';
import { canManage } from '@folkmoot/contract/events/rules.ts';
import { canInvite } from '@folkmoot/contract/invitations/rules.ts';
import { type EmailContent as Content, type InviteRole, refusals } from '@folkmoot/contract/invitations/schema.ts';
import type { MailingView } from '@folkmoot/contract/mailings/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import type { z } from 'zod';
import { findInviter } from '../accounts/store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { cleanLetter, textOf } from '../core/http/html.ts';
import { newId } from '../core/id.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { findForMail, findReader } from '../events/mails/mails-store.ts';
import { type EventFacts, findEventFacts } from '../events/store.ts';
import type { MailingHooks, Standing, StopScope } from '../mailings/actions.ts';
import { type StopTokens, stopAddress } from '../mailings/stops/stops-actions.ts';
import type { Mailing, NewLetter } from '../mailings/store.ts';
import { tellHosts } from '../participations/actions.ts';
import { insertInvited } from '../participations/moves-store.ts';
import { insertLetters } from '../participations/outreach-store.ts';
import { invitationLetter, type LetterParts } from './mail.ts';
import { type OpenTokens, openAddress } from './opens/opens-actions.ts';
import type { Inviting } from './selection-store.ts';
import { countInvitedBy, type Invitation, listInvitations, markFailed, settleInvitations, unqueue } from './store.ts';

type EmailContent = z.output<typeof Content>;

const DAY = 86_400_000;

/** Whom an invitation to an event concerns, and who sends it. */
export function invitingOf(event: EventFacts, inviterId: string, again: boolean, now: Date): Inviting {
  return { eventId: event.id, serverId: event.serverId, inviterId, again, now };
}

/**
 * Refuses if a person would have sent more invitations today than one may, to events and communities together. People whose
 * account is new send few, except the owner of the installation.
 *
 * @param letters how many are to be sent besides those that are queued already.
 * @param most how many a new account may send in a day, and how many a later one.
 */
export async function needAllowance(
  { tx, now }: CommandContext,
  inviterId: string,
  letters: number,
  most: { new: number; later: number },
): Promise<void> {
  const allowed = (await isNewTo({ tx, now }, inviterId)) ? Math.min(most.new, most.later) : most.later;
  if ((await countInvitedBy(tx, inviterId, new Date(now.getTime() - DAY))) + letters > allowed)
    refuse(refusals.tooMany);
}

/** Whether a person's account is so new that they may email few strangers. */
export async function isNewTo({ tx, now }: Pick<CommandContext, 'tx' | 'now'>, personId: string): Promise<boolean> {
  const inviter = (await findInviter(tx, personId)) ?? refuse(refusals.tooMany);
  return !inviter.owns && now.getTime() - inviter.joined.getTime() < OUTREACH.newDays * DAY;
}

/** Whose letters an invitation to an event is one of: the community's, or its sender's. */
export function scopeOf(event: { serverId: string | null }, inviterId: string): StopScope {
  return event.serverId === null ? { scope: 'person', id: inviterId } : { scope: 'server', id: event.serverId };
}

/** How many people a mailing has been made for. */
export const peopleIn = ({ counts }: MailingView) => counts.queued + counts.sent + counts.failed;

/** The words of a letter as they are kept. */
export function writtenOf({ subject, body }: EmailContent): { subject: string; html: string; body: string } {
  const html = cleanLetter(Buffer.from(body, 'base64').toString('utf8'));
  const text = textOf(html);
  if (text === '') refuse(refusals.bodyBlank);
  return { subject, html, body: text };
}

/** Letters to people, each with an id of its own, by what they tell of. */
export const lettersFor = (people: readonly { id: string; address: string; key: string }[]): NewLetter[] =>
  people.map(({ id, address, key }) => ({ id: newId(), address, key, targetId: id }));

/** What somebody reads who has made a mailing: it can be taken back until it leaves. */
export function leavesSaid(what: string, startsAt: number, now: Date): string {
  const seconds = startsAt - Math.floor(now.getTime() / 1000);
  return seconds <= 0
    ? `${what} on the way.`
    : `${what} leaving in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`;
}

/** A number of emails in words. */
export const lettersIn = (count: number) => (count === 1 ? '1 email' : `${count.toLocaleString('en')} emails`);

/** People who still have to answer, or have said no before they were asked once more. */
const NOT_COMING = new Set(['invited', 'not_going']);

export type LetterConfig = { config: Pick<Config, 'appName'>; appUrl: () => string };

/** What letters about an event are written with. */
export type Parts = LetterConfig & {
  tokens: EventTokens;
  stopTokens: StopTokens;
  /** If the installation counts which letters were opened. */
  openTokens: OpenTokens | undefined;
};

/** What all letters of a mailing share; undefined if its event or its sender is gone. */
export async function partsOf(
  db: Db,
  { eventId, senderId, ...mailing }: Pick<Mailing, 'eventId' | 'senderId' | 'subject' | 'html'>,
  { config, appUrl }: LetterConfig,
): Promise<LetterParts | undefined> {
  const event = eventId === null ? undefined : await findForMail(db, eventId, null, null);
  const by = senderId === null ? undefined : await findReader(db, senderId);
  return event && by && { mailing, event, by, product: config.appName, origin: appUrl() };
}

/** Emails a letter to its sender, without what is only for the people whom it invites. */
export async function sendCopy(
  command: CommandContext,
  written: Pick<Mailing, 'eventId' | 'senderId' | 'subject' | 'html'>,
  role: InviteRole,
  config: LetterConfig,
): Promise<void> {
  const parts = await partsOf(command.tx, written, config);
  if (!parts) return;
  const { address, firstName } = parts.by;
  const { fromName: _, ...mail } = invitationLetter(parts, { address, firstName, role }, undefined);
  await command.sendMail(mail);
}

/** Writes letters that invite, to people whose invitation is still as it has to be. */
export function writing(
  { tokens, stopTokens, openTokens, ...config }: Parts,
  isOpen: (invitation: Invitation) => boolean,
): MailingHooks['writeLetters'] {
  return async (db, mailing, letters) => {
    const { eventId, senderId } = mailing;
    const parts = await partsOf(db, mailing, config);
    const ids = letters.map(({ targetId }) => targetId ?? '');
    const found = new Map((await listInvitations(db, eventId ?? '', ids)).map((one) => [one.id, one]));
    return letters.map((letter, at) => {
      const invitation = found.get(ids[at] ?? '');
      if (!parts || senderId === null || !invitation || !isOpen(invitation)) return undefined;
      const scope = scopeOf({ serverId: parts.event.server?.id ?? null }, senderId);
      const token = tokens.forParticipation(invitation.id);
      const stop = stopAddress(config.appUrl(), stopTokens, letter.key, scope);
      const openedBy = openTokens && openAddress(config.appUrl(), openTokens, invitation);
      return { ...invitationLetter(parts, invitation, { token, stop, openedBy }), scope };
    });
  };
}

/** What mailings need to know of invitations to events. */
export function invitationHooks(parts: Parts): MailingHooks {
  return {
    mayGoOn: (db, mailing, now) => standingOf(db, mailing, now),

    // Somebody may have revoked it, or the person has registered in the meantime.
    writeLetters: writing(
      parts,
      ({ state, status, accepted }) => state === 'queued' && !accepted && NOT_COMING.has(status ?? 'invited'),
    ),

    async lettersSettled(command, { eventId, senderId }, outcomes) {
      if (eventId === null) return;
      const idsOf = (state: string) =>
        outcomes.filter((one) => one.state === state).map(({ targetId }) => targetId ?? '');
      const ids = { sent: idsOf('sent'), failed: idsOf('failed') };
      const sent = await settleInvitations(command.tx, eventId, ids, command.now);
      const invited = (await listInvitations(command.tx, eventId, sent)).map((one) => ({ ...one, by: senderId }));
      await insertInvited(command.tx, eventId, invited, command.now);
      const addresses = invited.map(({ key }) => key);
      if (senderId !== null) await insertLetters(command.tx, eventId, { sender: senderId, addresses }, command.now);
      const event = await findEventFacts(command.tx, eventId, {});
      if (event) await tellHosts(command, event);
    },

    async letterReturned(command, { eventId }, targetId) {
      if (eventId === null) return;
      await markFailed(command.tx, eventId, targetId);
      const event = await findEventFacts(command.tx, eventId, {});
      if (event) await tellHosts(command, event);
    },

    async lettersWithdrawn({ tx }, { eventId }, targetIds) {
      if (eventId !== null) await unqueue(tx, eventId, targetIds);
    },
  };
}

/** Letters leave as long as their event is published and to come, and their sender may invite to it. */
export async function standingOf(db: Db, { eventId, senderId }: Mailing, now: Date): Promise<Standing> {
  const event =
    eventId === null ? undefined : await findEventFacts(db, eventId, senderId === null ? {} : { userId: senderId });
  const seconds = Math.floor(now.getTime() / 1000);
  if (!event || event.status === 'cancelled' || isOver(event, seconds)) return { go: 'end' };
  if (!canInvite(event, seconds).ok) return { go: 'pause', reason: 'unpublished' };
  if (senderId === null || !canManage(event).ok) return { go: 'pause', reason: 'sender' };
  return { go: 'on', until: event.start_epoc === null || event.tbdDate ? null : new Date(event.start_epoc * 1000) };
}
