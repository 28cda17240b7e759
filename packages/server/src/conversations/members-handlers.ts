import * as api from '@folkmoot/contract/conversations/api.ts';
import { canAddMembers } from '@folkmoot/contract/conversations/rules.ts';
import { refusals } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { Command } from '../core/command.ts';
import { type Binding, handle } from '../core/handle.ts';
import { need, refuse } from '../core/refuse.ts';
import { enter, readable } from './actions.ts';
import { onlyMembers } from './members-store.ts';

/** What a later slice does when people are added to one of its conversations. `app.ts` connects it. */
export type AddedHook = (
  command: Command,
  place: { conversationId: string; serverId: string | null },
  added: string[],
  by: string,
) => Promise<void>;

/** Adding people to a conversation. */
export function conversationMemberHandlers(added: AddedHook): Binding[] {
  return [
    handle(api.addMembers, async (call) => {
      const { tx, me, query, body } = call;
      const facts = await readable(tx, body.conversationId, me.userId);
      if (query.serverId !== undefined && query.serverId !== facts.serverId) refuse(core.notFound);
      need(canAddMembers(facts));
      const users = [...new Set(body.users)];
      if (facts.serverId !== null && (await onlyMembers(tx, facts.serverId, users)).length !== users.length)
        refuse(refusals.notMembers);
      const places = await enter(call, [body.conversationId], users);
      const fresh = places.map((place) => place.userId);
      await added(call, { conversationId: body.conversationId, serverId: facts.serverId }, fresh, me.userId);
      const people = fresh.length === 1 ? '1 person' : `${fresh.length} people`;
      return { message: `${people} added.`, data: { added: fresh.length } };
    }),
  ];
}
