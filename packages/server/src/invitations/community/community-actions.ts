import { maskedAddress } from '@folkmoot/contract/core/email.ts';
import { tellAdded } from '../../channels/actions.ts';
import { listAddable } from '../../channels/store.ts';
import type { CommunityHooks, EmailInvite } from '../../communities/actions.ts';
import { findCommunity, findMember } from '../../communities/store.ts';
import { joinConversations } from '../../conversations/actions.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { createSigner } from '../../core/security/signer.ts';
import { findReader } from '../../events/mails/mails-store.ts';
import type { MailingHooks } from '../../mailings/actions.ts';
import { type StopTokens, stopAddress } from '../../mailings/stops/stops-actions.ts';
import type { Mailing } from '../../mailings/store.ts';
import { insertLetters } from '../../participations/outreach-store.ts';
import type { LetterConfig } from '../actions.ts';
import { type CommunityLetterParts, communityLetter } from './community-mail.ts';
import { listByIds, markFailed, markJoined, settleInvitations, unqueue } from './community-store.ts';

/** What the code of an invitation names. A code of an earlier issue opens nothing. */
type Named = { serverId: string; id: string; issue: number };

/** Signed codes for the links in letters: nothing is stored of them. */
export type InviteTokens = { sign(named: Named): string; read(code: string): Named | undefined };

/** 32 bytes in 43 letters. */
const packed = (...ids: string[]) => Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');

const unpacked = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export function createInviteTokens(secret: string): InviteTokens {
  const signer = createSigner(secret, 'community-invitations');
  return {
    // Without a dot: an address whose path has one is a file's.
    sign: ({ serverId, id, issue }) => signer.sign(`${packed(serverId, id)}~${issue}`).replace('.', '~'),
    read(code) {
      const [ids, issue] = signer.read(code.replace(/~(?=[^~]*$)/, '.'))?.split('~') ?? [];
      if (ids === undefined) return undefined;
      const hex = Buffer.from(ids, 'base64url').toString('hex');
      return { serverId: unpacked(hex.slice(0, 32)), id: unpacked(hex.slice(32)), issue: Number(issue) };
    },
  };
}

/** What communities need to know of invitations by email, so that their links work like the others. */
export function joiningHooks(tokens: InviteTokens): Pick<CommunityHooks, 'emailInvite' | 'emailInviteUsed'> {
  return {
    async emailInvite(tx, code, lock): Promise<EmailInvite | undefined> {
      const named = tokens.read(code);
      const [found] = named ? await listByIds(tx, named.serverId, [named.id], lock) : [];
      if (!named || !found) return undefined;
      const isRevoked = found.state === 'revoked' || found.issue !== named.issue;
      return {
        ...{ id: found.id, serverId: named.serverId, createdBy: found.inviterId, expiresAt: null },
        ...{ uses: found.state === 'joined' ? 1 : 0, maxUses: 1, revokedAt: isRevoked ? new Date(0) : null },
        sentTo: maskedAddress(found.address),
        channelIds: found.channelIds,
      };
    },

    async emailInviteUsed(command, invite, userId) {
      const { tx, now } = command;
      await markJoined(tx, invite.serverId, invite.id, userId, now);
      // Asked again: a channel may be gone by now, and its sender may have left it.
      const open = await listAddable(tx, invite.serverId, invite.createdBy, invite.channelIds);
      if (open.length === 0) return;
      const joined = await joinConversations(
        command,
        open.map(({ conversationId }) => conversationId),
        [userId],
      );
      for (const { conversationId } of joined)
        await tellAdded(command, { conversationId }, [userId], invite.createdBy ?? userId);
    },
  };
}

type Parts = LetterConfig & { tokens: InviteTokens; stopTokens: StopTokens };

/** What all letters of a mailing share; undefined if its community or its sender is gone. */
async function partsOf(
  db: Db,
  { serverId, senderId, ...mailing }: Pick<Mailing, 'serverId' | 'senderId' | 'subject' | 'html'>,
  { config, appUrl }: LetterConfig,
): Promise<CommunityLetterParts | undefined> {
  const community = serverId === null ? undefined : await findCommunity(db, serverId, undefined);
  const by = senderId === null ? undefined : await findReader(db, senderId);
  return community && by && { mailing, community, by, product: config.appName, origin: appUrl() };
}

/** Emails a letter to its sender, without what is only for the people whom it invites. */
export async function sendCommunityCopy(
  command: CommandContext,
  written: Pick<Mailing, 'serverId' | 'senderId' | 'subject' | 'html'>,
  config: LetterConfig,
): Promise<void> {
  const parts = await partsOf(command.tx, written, config);
  if (!parts) return;
  const { fromName: _, ...mail } = communityLetter(parts, parts.by.address, undefined);
  await command.sendMail(mail);
}

/** What mailings need to know of invitations to communities. */
export function communityMailingHooks({ tokens, stopTokens, ...config }: Parts): MailingHooks {
  return {
    async mayGoOn(db, { serverId, senderId }) {
      const member = serverId === null || senderId === null ? undefined : await findMember(db, serverId, senderId);
      return member?.permissions.includes('INVITE_MEMBERS')
        ? { go: 'on', until: null }
        : { go: 'pause', reason: 'sender' };
    },

    async writeLetters(db, mailing, letters) {
      const parts = await partsOf(db, mailing, config);
      const serverId = mailing.serverId ?? '';
      const ids = letters.map(({ targetId }) => targetId ?? '');
      const found = new Map((await listByIds(db, serverId, ids)).map((one) => [one.id, one]));
      return letters.map((letter, at) => {
        const invitation = found.get(ids[at] ?? '');
        // Somebody may have revoked it, or the person has joined in the meantime.
        if (!parts || invitation?.state !== 'queued' || invitation.isMember) return undefined;
        const scope = { scope: 'server' as const, id: serverId };
        const code = tokens.sign({ serverId, id: invitation.id, issue: invitation.issue });
        const stop = stopAddress(config.appUrl(), stopTokens, letter.key, scope);
        return { ...communityLetter(parts, letter.address, { code, stop }), scope };
      });
    },

    async lettersSettled({ tx, now }, { serverId, senderId }, outcomes) {
      if (serverId === null) return;
      const idsOf = (state: string) =>
        outcomes.filter((one) => one.state === state).map(({ targetId }) => targetId ?? '');
      const addresses = await settleInvitations(tx, serverId, { sent: idsOf('sent'), failed: idsOf('failed') }, now);
      if (senderId !== null) await insertLetters(tx, null, { sender: senderId, addresses }, now);
    },

    async letterReturned({ tx }, { serverId }, targetId) {
      if (serverId !== null) await markFailed(tx, serverId, targetId);
    },

    async lettersWithdrawn({ tx }, { serverId }, targetIds) {
      if (serverId !== null) await unqueue(tx, serverId, targetIds);
    },
  };
}
