import { createHmac } from 'node:crypto';
import { readAddress } from '@folkmoot/contract/core/email.ts';
import { Id } from '@folkmoot/contract/core/ids.ts';
import { OUTREACH } from '@folkmoot/contract/events/invitations-schema.ts';
import { canManage } from '@folkmoot/contract/events/rules.ts';
import { canInvite } from '@folkmoot/contract/invitations/rules.ts';
import { type InviteRole, LIMITS, refusals, type Selection } from '@folkmoot/contract/invitations/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import { findInviter } from '../accounts/store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { findForMail, findReader } from '../events/mails/mails-store.ts';
import { type EventFacts, findEventFacts } from '../events/store.ts';
import type { MailingHooks, Standing, StopScope } from '../mailings/actions.ts';
import { type StopTokens, stopAddress } from '../mailings/stops/stops-actions.ts';
import type { Mailing } from '../mailings/store.ts';
import { tellHosts } from '../participations/actions.ts';
import { insertInvited } from '../participations/moves-store.ts';
import { insertLetters } from '../participations/outreach-store.ts';
import { invitationLetter, type LetterParts } from './mail.ts';
import type { GroupPeople, Inviting, Named, PastGuests, Selected } from './selection-store.ts';
import { countInvitedBy, listInvitations, settleInvitations, unqueue } from './store.ts';

const DAY = 86_400_000;

/** The people of a selection: addresses read, with those that are none beside them, guests of past events and groups. */
export function readSelection(data: Selection): Selected & { invalid: string[] } {
  const named: Named[] = [];
  const past: PastGuests[] = [];
  const groups: GroupPeople[] = [];
  const invalid: string[] = [];
  for (const { resourceType, resourceData } of data)
    for (const { resourceId, selectAll, selected, deselected } of resourceData) {
      if (resourceType === 'Event' || resourceType === 'Group') {
        if (!Id.safeParse(resourceId).success) continue;
        const some = { all: selectAll, selected: selected.filter((one) => typeof one === 'string'), deselected };
        if (resourceType === 'Event') past.push({ eventId: resourceId, ...some });
        else groups.push({ groupId: resourceId, ...some });
        continue;
      }
      for (const one of selected) {
        const { email, firstName, lastName } =
          typeof one === 'string' ? { email: one, firstName: '', lastName: '' } : one;
        const read = readAddress(email);
        if (read) named.push({ ...read, firstName, lastName, resourceType, resourceId });
        else invalid.push(email);
      }
    }
  return { named, past, groups, invalid };
}

/** Addresses that a selection names more than once. */
export function countDoubled({ named }: Selected): number {
  return named.length - new Set(named.map(({ key }) => key)).size;
}

/** What is reported of addresses that are none. */
export const skippedOf = (invalid: readonly string[]): string[] => invalid.slice(0, LIMITS.skipped);

/**
 * Names what a preview has counted: its people and their role, for one inviter to one event. With a key, since it is made of
 * addresses that the inviter may not know, and could be guessed otherwise.
 */
export function digestOf(secret: string, people: string, role: string, { eventId, inviterId }: Inviting): string {
  const key = createHmac('sha256', secret).update('what an invitation preview has counted').digest();
  return createHmac('sha256', key)
    .update([eventId, inviterId, role, people].join('\n'))
    .digest('base64url')
    .slice(0, 22);
}

/** Whom an invitation to an event concerns, and who sends it. */
export function invitingOf(event: EventFacts, inviterId: string, again: boolean, now: Date): Inviting {
  return { eventId: event.id, serverId: event.serverId, inviterId, again, now };
}

/**
 * Refuses if a person would have sent more invitations today than one may. People whose account is new send few, except the
 * owner of the installation.
 */
export async function needAllowance(
  { tx, now }: CommandContext,
  config: Pick<Config, 'invitesPerDay'>,
  inviterId: string,
  letters: number,
): Promise<void> {
  const inviter = await findInviter(tx, inviterId);
  if (!inviter) return refuse(refusals.tooMany);
  const isNew = !inviter.owns && now.getTime() - inviter.joined.getTime() < OUTREACH.newDays * DAY;
  const most = isNew ? Math.min(OUTREACH.new, config.invitesPerDay) : config.invitesPerDay;
  if ((await countInvitedBy(tx, inviterId, new Date(now.getTime() - DAY))) + letters > most) refuse(refusals.tooMany);
}

/** Whose letters an invitation to an event is one of: the community's, or its sender's. */
export function scopeOf(event: { serverId: string | null }, inviterId: string): StopScope {
  return event.serverId === null ? { scope: 'person', id: inviterId } : { scope: 'server', id: event.serverId };
}

/** People who still have to answer, or have said no before they were asked once more. */
const NOT_COMING = new Set(['invited', 'not_going']);

export type LetterConfig = { config: Pick<Config, 'appName'>; appUrl: () => string };

type Parts = LetterConfig & { tokens: EventTokens; stopTokens: StopTokens };

/** What all letters of a mailing share; undefined if its event or its sender is gone. */
async function partsOf(
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

/** What mailings need to know of invitations to events. */
export function invitationHooks({ tokens, stopTokens, ...config }: Parts): MailingHooks {
  return {
    mayGoOn: (db, mailing, now) => standingOf(db, mailing, now),

    async writeLetters(db, mailing, letters) {
      const { eventId, senderId } = mailing;
      const parts = await partsOf(db, mailing, config);
      const ids = letters.map(({ targetId }) => targetId ?? '');
      const found = new Map((await listInvitations(db, eventId ?? '', ids)).map((one) => [one.id, one]));
      return letters.map((letter, at) => {
        const invitation = found.get(ids[at] ?? '');
        // Somebody may have revoked it, or the person has registered in the meantime.
        const isOpen = invitation?.state === 'queued' && NOT_COMING.has(invitation.status ?? 'invited');
        if (!parts || senderId === null || !isOpen) return undefined;
        const scope = scopeOf({ serverId: parts.event.server?.id ?? null }, senderId);
        const token = tokens.forParticipation(invitation.id);
        const stop = stopAddress(config.appUrl(), stopTokens, letter.key, scope);
        return { ...invitationLetter(parts, invitation, { token, stop }), scope };
      });
    },

    async lettersSettled(command, { eventId, senderId }, outcomes) {
      if (eventId === null) return;
      const idsOf = (state: string) =>
        outcomes.filter((one) => one.state === state).map(({ targetId }) => targetId ?? '');
      const sent = new Set(await settleInvitations(command.tx, eventId, idsOf('sent'), 'sent', command.now));
      await settleInvitations(command.tx, eventId, idsOf('failed'), 'failed', command.now);
      const invited = (await listInvitations(command.tx, eventId, [...sent])).map((one) => ({ ...one, by: senderId }));
      await insertInvited(command.tx, eventId, invited, command.now);
      const addresses = invited.map(({ key }) => key);
      if (senderId !== null) await insertLetters(command.tx, eventId, { sender: senderId, addresses }, command.now);
      const event = await findEventFacts(command.tx, eventId, {});
      if (event) await tellHosts(command, event);
    },

    async lettersWithdrawn({ tx }, { eventId }, targetIds) {
      if (eventId !== null) await unqueue(tx, eventId, targetIds);
    },
  };
}

/** Letters leave as long as their event is published and to come, and their sender may invite to it. */
async function standingOf(db: Db, { eventId, senderId }: Mailing, now: Date): Promise<Standing> {
  const event =
    eventId === null ? undefined : await findEventFacts(db, eventId, senderId === null ? {} : { userId: senderId });
  const seconds = Math.floor(now.getTime() / 1000);
  if (!event || event.status === 'cancelled' || isOver(event, seconds)) return { go: 'end' };
  if (!canInvite(event, seconds).ok) return { go: 'pause', reason: 'unpublished' };
  if (senderId === null || !canManage(event).ok) return { go: 'pause', reason: 'sender' };
  return { go: 'on', until: event.start_epoc === null || event.tbdDate ? null : new Date(event.start_epoc * 1000) };
}
