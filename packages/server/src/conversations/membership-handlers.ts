import * as api from '@folkmoot/contract/conversations/api.ts';
import { type MembershipView, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import { readable, tellMembership } from './actions.ts';
import type { ConversationKeys } from './conversation-keys-actions.ts';
import { findKeyVersion } from './members-store.ts';
import { findMembership, listCounts, setLevel, setReadMark } from './read-state-store.ts';
import { findAuthors, findMessage, lockConversation } from './store.ts';
import { deleteFollower, insertFollowers } from './threads-store.ts';

/** Calls about the caller's own membership of a conversation: read mark, notification level, key. */
export function membershipHandlers(keys: ConversationKeys): Binding[] {
  return [
    handle(
      api.markRead,
      async (call) => {
        const { tx, me, params, body } = call;
        await readable(tx, params.conversationId, me.userId);
        const membership = await setReadMark(tx, params.conversationId, me.userId, body.seq);
        if (!membership) return NO_MEMBERSHIP;
        tellMembership(call, params.conversationId, me.userId, membership);
        return membership;
      },
      { transaction: false },
    ),

    handle(api.listCounts, async ({ tx, me }) => ({ data: await listCounts(tx, me.userId) })),

    handle(api.setLevel, async (call) => {
      const { tx, me, params, body } = call;
      await readable(tx, params.conversationId, me.userId);
      await setLevel(tx, params.conversationId, me.userId, body);
      const membership = assertFound(await findMembership(tx, params.conversationId, me.userId), core.notFound);
      tellMembership(call, params.conversationId, me.userId, membership);
      return membership;
    }),

    handle(api.getThread, async ({ tx, me, params }) => {
      await readable(tx, params.conversationId, me.userId);
      const root = assertFound(
        await findMessage(tx, params.conversationId, params.messageId, me.userId),
        core.notFound,
      );
      const facts = await readable(tx, params.messageId, me.userId);
      const { authorId, mentions, replyTo } = root.message;
      const shown = [authorId, replyTo?.authorId ?? null, ...mentions].filter((id) => id !== null);
      return { root: root.message, people: await findAuthors(tx, params.conversationId, shown), facts };
    }),

    handle(api.followThread, async (call) => {
      const { tx, me, params, now } = call;
      const facts = await readable(tx, params.conversationId, me.userId);
      // Without a reply there is nothing to follow yet.
      if (facts.type !== 'thread' || !facts.joined || facts.version === 0) refuse(refusals.notFollowable);
      await lockConversation(tx, facts);
      const [fresh] = await insertFollowers(tx, facts.id, [me.userId], now);
      if (fresh) call.joinRooms(fresh, [rooms.members(facts.id)]);
      const membership = assertFound(await findMembership(tx, facts.id, me.userId), core.notFound);
      tellMembership(call, facts.id, me.userId, membership);
      return membership;
    }),

    handle(api.unfollowThread, async (call) => {
      const { tx, me, params } = call;
      const facts = await readable(tx, params.conversationId, me.userId);
      if (facts.type !== 'thread') refuse(refusals.notFollowable);
      if (await deleteFollower(tx, facts.id, me.userId)) call.leaveRooms(me.userId, [rooms.members(facts.id)]);
      tellMembership(call, facts.id, me.userId, NO_MEMBERSHIP);
      return { message: 'You no longer follow this thread.' };
    }),

    handle(
      api.generateConversationKey,
      async ({ tx, me, body }) => {
        const facts = await readable(tx, body.conversationId, me.userId);
        // A thread's events come with its parent conversation.
        const id = facts.parentId ?? facts.id;
        const version = assertFound(await findKeyVersion(tx, id), core.notFound);
        if (!facts.joined) refuse(core.notFound);
        return { data: { key: keys.of(id, version) } };
      },
      { transaction: false },
    ),
  ];
}

/** The membership of a person who is not inside: nothing is unread for them. */
const NO_MEMBERSHIP: MembershipView = {
  readSeq: 0,
  unread: 0,
  mentions: 0,
  level: 'all',
  mutedUntil: null,
  version: 0,
};
