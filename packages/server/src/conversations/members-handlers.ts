import * as api from '@folkmoot/contract/conversations/api.ts';
import { canAddMembers } from '@folkmoot/contract/conversations/rules.ts';
import { LIMITS, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { areHidden } from '../blocks/store.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { joinConversations, lockById, readable } from './actions.ts';
import { hasLeft, listInside, noteAdded, onlyMembers, onlyPeople } from './members-store.ts';

export type ConversationHooks = {
  /** What a later slice does when people are added to one of its conversations. */
  added(
    command: CommandContext,
    conversation: { conversationId: string; serverId: string | null },
    added: string[],
    by: string,
  ): Promise<void>;
};

/** Adding people to a conversation. */
export function conversationMemberHandlers({ added }: ConversationHooks): Binding[] {
  return [
    handle(api.addMembers, async (call) => {
      const { tx, me, query, body } = call;
      const facts = await readable(tx, body.conversationId, me.userId);
      if (query.serverId !== undefined && query.serverId !== facts.serverId) refuse(core.notFound);
      assertAllowed(canAddMembers(facts));
      const users = [...new Set(body.users)];
      if (facts.type === 'one-to-one' || facts.type === 'thread') refuse(refusals.mayNotAdd);
      if (await areHidden(tx, me.userId, users)) refuse(refusals.unknownPerson);
      // People join an event's group only by registering; nobody else can add them.
      if (facts.type === 'event-group') refuse(refusals.comesByEvent);
      if (facts.serverId === null) {
        await checkGroup(call, facts.id, users);
        if (await hasLeft(tx, facts.id, users, me.userId)) refuse(refusals.hasLeft);
        await noteAdded(tx, facts.id, users, me.userId);
      }
      if (facts.serverId !== null && (await onlyMembers(tx, facts.serverId, users)).length !== users.length)
        refuse(refusals.notMembers);
      const joined = await joinConversations(call, [body.conversationId], users);
      const fresh = joined.map(({ userId }) => userId);
      await added(call, { conversationId: body.conversationId, serverId: facts.serverId }, fresh, me.userId);
      const people = fresh.length === 1 ? '1 person' : `${fresh.length} people`;
      return { message: `${people} added.`, data: { added: fresh.length } };
    }),
  ];
}

/** A group takes people who exist, up to its limit. It is locked, so that two concurrent additions count together. */
async function checkGroup({ tx }: CommandContext, conversationId: string, users: string[]): Promise<void> {
  await lockById(tx, conversationId);
  if ((await onlyPeople(tx, users)).length !== users.length) refuse(refusals.unknownPerson);
  const inside = await listInside(tx, conversationId);
  if (new Set([...inside, ...users]).size > LIMITS.people) refuse(refusals.tooManyPeople);
}
