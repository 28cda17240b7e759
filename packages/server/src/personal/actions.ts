import * as api from '@folkmoot/contract/personal/api.ts';
import { nameEventGroups } from '../conversations/members-store.ts';
import type { CommandContext } from '../core/command.ts';
import { rooms } from '../core/live/live.ts';

/** How an event's chat is called and pictured: as the event. */
export type EventFace = { name: string; coverUrl: string | null };

/** What the group of an event is made of. */
export type EventGroup = EventFace & { people: string[] };

/** An event has another name or cover: its chat has them too, and its people are told. */
export async function showEventFace(command: CommandContext, eventId: string, face: EventFace): Promise<void> {
  for (const id of await nameEventGroups(command.tx, eventId, face)) tellPersonalChanged(command, id);
}

/** Tells everyone inside that its people, name or cover changed. */
export function tellPersonalChanged(command: CommandContext, conversationId: string): void {
  command.publish(api.personalChanged, { conversationId }, [rooms.members(conversationId)]);
}
