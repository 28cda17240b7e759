import { OUTREACH, UNCONFIRMED } from '@folkmoot/contract/events/invitations-schema.ts';
import { canManage } from '@folkmoot/contract/events/rules.ts';
import { Audience, refusals } from '@folkmoot/contract/invitations/messages-schema.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Config } from '../../core/config.ts';
import { HttpError, refuse } from '../../core/http/errors.ts';
import { findEventFacts } from '../../events/store.ts';
import type { MailingHooks, ScheduleHooks } from '../../mailings/actions.ts';
import { stopAddress } from '../../mailings/stops/stops-actions.ts';
import type { Mailing, NewLetter } from '../../mailings/store.ts';
import { countWords, insertLetters } from '../../participations/outreach-store.ts';
import { isNewTo, type LetterConfig, lettersFor, needAllowance, type Parts, partsOf, scopeOf } from '../actions.ts';
import { guestMessage } from './message-mail.ts';
import { listReaders, listStillReaders, type Reader } from './message-store.ts';

/** Whom a message goes to, as it was asked for. */
const audienceOf = ({ note }: Pick<Mailing, 'note'>): Audience => Audience.parse(note.to);

/**
 * Letters to the readers of a message. Those who have not answered their invitation count as invited, at once, so that
 * nobody can be written to again and again who never said yes; those whose address somebody registered count by
 * themselves, so that nobody can write to as many strangers as they like by registering them.
 */
export async function lettersTo(
  command: CommandContext,
  { eventId, senderId }: { eventId: string; senderId: string },
  readers: readonly Reader[],
  invitesPerDay: number,
): Promise<NewLetter[]> {
  const asked = readers.filter(({ asks }) => asks).map(({ key }) => key);
  if (asked.length > 0) {
    await needAllowance(command, senderId, asked.length, { new: OUTREACH.new, later: invitesPerDay });
    await insertLetters(command.tx, eventId, { sender: senderId, addresses: asked }, command.now);
  }
  const unproved = readers.filter((reader) => reader.unproved).map(({ key }) => key);
  if (unproved.length > 0) {
    const most = (await isNewTo(command, senderId)) ? UNCONFIRMED.new : UNCONFIRMED.later;
    const since = new Date(command.now.getTime() - 86_400_000);
    if ((await countWords(command.tx, senderId, since)) + unproved.length > most) refuse(refusals.manyUnconfirmed);
    const counted = { sender: senderId, addresses: unproved, kind: 'unconfirmed' } as const;
    await insertLetters(command.tx, eventId, counted, command.now);
  }
  return lettersFor(readers);
}

/** Chooses the readers of a scheduled message when it leaves. */
export function selectReaders({ invitesPerDay }: Pick<Config, 'invitesPerDay'>): ScheduleHooks['selectLetters'] {
  return async (command, mailing) => {
    const { eventId, senderId } = mailing;
    const event = eventId === null ? undefined : await findEventFacts(command.tx, eventId, {});
    if (!event || senderId === null) return 'sender';
    const about = { eventId: event.id, serverId: event.serverId, senderId };
    const readers = await listReaders(command.tx, { ...about, to: audienceOf(mailing), now: command.now });
    try {
      return await lettersTo(command, about, readers, invitesPerDay);
    } catch (error) {
      if (error instanceof HttpError) return 'allowance';
      throw error;
    }
  };
}

/** What mailings need to know of messages to guests. */
export function messageHooks({ tokens, stopTokens, ...config }: Parts): MailingHooks {
  return {
    async mayGoOn(db, { eventId, senderId }) {
      const event =
        eventId === null ? undefined : await findEventFacts(db, eventId, senderId === null ? {} : { userId: senderId });
      if (!event) return { go: 'end' };
      if (event.status === 'draft') return { go: 'pause', reason: 'unpublished' };
      // Guests of an event that is over or cancelled may have to hear something too.
      return senderId === null || !canManage(event).ok ? { go: 'pause', reason: 'sender' } : { go: 'on', until: null };
    },

    async writeLetters(db, mailing, letters) {
      const { eventId, senderId } = mailing;
      const parts = await partsOf(db, mailing, config);
      if (!parts || eventId === null || senderId === null) return letters.map(() => undefined);
      const ids = letters.map(({ targetId }) => targetId ?? '');
      const found = await listStillReaders(db, { eventId, senderId, to: audienceOf(mailing) }, ids);
      const scope = scopeOf({ serverId: parts.event.server?.id ?? null }, senderId);
      return letters.map(({ address, key, targetId }) => {
        // The person may have left the list in the meantime.
        const reader = found.get(targetId ?? '');
        if (!reader) return undefined;
        const token = tokens.forParticipation(targetId ?? '', reader.addressNo);
        const stop = stopAddress(config.appUrl(), stopTokens, key, scope);
        const notMe = reader.unproved ? tokens.forStop(targetId ?? '', reader.addressNo) : undefined;
        return { ...guestMessage(parts, { address, ...reader }, { token, stop, notMe }), scope };
      });
    },

    async lettersSettled() {},
    async letterReturned() {},
    async lettersWithdrawn() {},
  };
}

/** Emails a message to its sender, without what is only for its readers. */
export async function sendMessageCopy(
  command: CommandContext,
  written: Pick<Mailing, 'eventId' | 'senderId' | 'subject' | 'html'>,
  config: LetterConfig,
): Promise<void> {
  const parts = await partsOf(command.tx, written, config);
  if (!parts) return;
  const { fromName: _, ...mail } = guestMessage(parts, parts.by, undefined);
  await command.sendMail(mail);
}
