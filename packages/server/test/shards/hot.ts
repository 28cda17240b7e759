import * as channels from '@folkmoot/contract/channels/api.ts';
import * as conversations from '@folkmoot/contract/conversations/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as qna from '@folkmoot/contract/qna/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { newId } from '../../src/core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../../src/seed/builders.ts';
import type { World } from '../world.ts';

/* What happens most, for EXPLAIN. */

export type Hot = () => Promise<{ status: number; problem: unknown }>;

/** A community with a channel, an event with guests and its Q&A; and the calls that most people make in it. */
export async function makeHot(world: World): Promise<Map<string, Hot>> {
  const { db, call } = world;
  const [host, member] = [await world.person(), await world.person()];
  const { id: serverId } = await makeCommunity(db, host.id);
  await addMembers(db, serverId, [member.id]);
  const { conversationId } = await makeChannel(db, serverId, host.id, { members: [host.id, member.id] });
  await makeChannel(db, serverId, host.id, { members: [host.id, member.id] });
  const send = () =>
    call(conversations.sendMessage, { conversationId, clientId: newId(), text: 'The kiln is warm.' }, member);
  const { id: messageId } = (await send()).data;
  const start = Math.floor(world.clock.now().getTime() / 1000) + 86_400;
  const times = { start_epoc: start, end_epoc: start + 7200, time_zone: 'Europe/London' };
  const { id: eventId } = (await call(events.createEvent, { name: 'Kiln opening', serverId, ...times }, host)).data
    .data;
  await call(events.publishEvent, { eventId }, host);
  await call(registrations.register, { eventId }, member);
  await call(qna.updateQna, { eventId, status: 'enabled' }, host);
  const key = newId().replaceAll('-', '');
  const asked = await call(qna.askQuestion, { eventId, content: 'When is it open?', key }, host);
  const questionId = asked.data.data._id;
  const guest = await world.person();
  return new Map<string, Hot>([
    ['send a message', send],
    ['list messages', () => call(conversations.listMessages, { conversationId }, member)],
    ['mark as read', () => call(conversations.markRead, { conversationId, seq: 1 }, member)],
    ['unread counts', () => call(conversations.listCounts, {}, member)],
    ['changes since', () => call(conversations.listChanges, { conversationId, since: 0 }, member)],
    ['react', () => call(conversations.addReaction, { conversationId, messageId, emoji: '🔥' }, member)],
    ['channels of a community', () => call(channels.listSidebar, { serverId }, member)],
    ['event page', () => call(events.getEvent, { eventId })],
    ['register', () => call(registrations.register, { eventId }, guest)],
    ['own participation', () => call(registrations.getOwnParticipation, { eventId }, member)],
    ['who is going', () => call(registrations.listGoing, { eventId })],
    ['guest list', () => call(registrations.listGuests, { eventId }, host)],
    ['numbers of an event', () => call(registrations.getInsights, { eventId }, host)],
    ['questions', () => call(qna.listQuestions, { eventId }, member)],
    ['vote', () => call(qna.voteForQuestion, { eventId, questionId, voted: true }, member)],
  ]);
}
