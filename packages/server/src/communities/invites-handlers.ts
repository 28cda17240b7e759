import { randomBytes } from 'node:crypto';
import * as api from '@folkmoot/contract/communities/api.ts';
import { canUseInvite } from '@folkmoot/contract/communities/rules.ts';
import { type CommunityCard, refusals } from '@folkmoot/contract/communities/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { audit, type CommunityHooks, join } from './actions.ts';
import * as invites from './invites-store.ts';
import { lockPerson } from './requests-store.ts';
import { findCard, findCommunity } from './store.ts';

/** 72 bits in twelve letters: short enough to read out, far too many to guess. */
function newCode(): string {
  return randomBytes(9).toString('base64url');
}

const DAY = 86_400_000;

/** Calls about invitation codes: creating them, what they show, and joining with one. */
export function inviteHandlers(hooks: CommunityHooks): Binding[] {
  return [
    handle(api.getInviteCode, async ({ tx, me, member, now }) => {
      const standing = { code: newCode(), createdBy: me.userId, standing: true, expiresAt: null, maxUses: null };
      await invites.insertInvite(tx, member.serverId, standing, now);
      return { inviteCode: assertFound(await invites.findStandingCode(tx, member.serverId, me.userId), core.notFound) };
    }),

    handle(api.listInviteCodes, async ({ tx, member, query }) =>
      invites.listInvites(tx, member.serverId, query.cursor),
    ),

    handle(api.createInviteCode, async (call) => {
      const { tx, me, member, body, now } = call;
      const expiresAt = body.expiresInDays === null ? null : new Date(now.getTime() + body.expiresInDays * DAY);
      const id = assertFound(
        await invites.insertInvite(
          tx,
          member.serverId,
          { code: newCode(), createdBy: me.userId, standing: false, expiresAt, maxUses: body.maxUses },
          now,
        ),
        core.conflict,
      );
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'invite.created',
        subjectId: id,
        after: body,
      });
      const [made] = (await invites.listInvites(tx, member.serverId, undefined, id)).data;
      return { message: 'Invitation link created.', data: assertFound(made, core.notFound) };
    }),

    handle(api.revokeInviteCode, async (call) => {
      const { tx, me, member, params, now } = call;
      const invite = assertFound(await invites.findInviteById(tx, member.serverId, params.inviteCodeId), core.notFound);
      if (invite.createdBy !== me.userId && !member.permissions.includes('MANAGE_MEMBERS')) refuse(core.forbidden);
      await invites.revokeInvite(tx, member.serverId, invite.id, now);
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'invite.revoked',
        subjectId: invite.id,
      });
      return { message: 'Invitation revoked.' };
    }),

    handle(api.getInvite, async ({ tx, me, params, now }) => {
      const byEmail = await hooks.emailInvite(tx, params.inviteCode, false);
      const invite = byEmail ?? (await invites.findInvite(tx, params.inviteCode));
      const card = invite && (await findCard(tx, invite.serverId, me?.userId));
      // A member whose link is used up still learns where it led.
      if (!card?.joined) assertAllowed(canUseInvite(invite, now));
      return {
        community: behindTheDoor(assertFound(card, refusals.inviteWrong)),
        invitedBy: await invites.findPerson(tx, invite?.createdBy ?? null),
        sentTo: byEmail?.sentTo ?? null,
      };
    }),

    handle(api.acceptInvite, async (call) => {
      const { tx, me, params, now } = call;
      await lockPerson(tx, me.userId);
      const byEmail = await hooks.emailInvite(tx, params.inviteCode, true);
      const invite = assertFound(
        byEmail ?? (await invites.findInvite(tx, params.inviteCode, true)),
        refusals.inviteWrong,
      );
      const server = assertFound(await findCommunity(tx, invite.serverId, me.userId), refusals.inviteWrong);
      if (server.viewer) return { message: `You are already in ${server.name}.`, data: server };
      assertAllowed(canUseInvite(invite, now));
      if (!byEmail) await invites.countUse(tx, invite.id, invite.serverId);
      await join(call, hooks, invite.serverId, me.userId, 'MEMBER', invite.createdBy ?? me.userId);
      if (byEmail) await hooks.emailInviteUsed(call, byEmail, me.userId);
      return {
        message: `Welcome to ${server.name}.`,
        data: assertFound(await findCommunity(tx, invite.serverId, me.userId), core.notFound),
      };
    }),
  ];
}

/** Of a secret community, a person with a code sees only the name and logo until they are in. */
function behindTheDoor(card: CommunityCard): CommunityCard {
  if (card.visibility !== 'secret' || card.joined) return card;
  return { ...card, slug: '', description: '', cover: null, memberCount: 0, faces: [] };
}
