import type { Endpoint } from '@folkmoot/contract/core/endpoint.ts';
import { newId } from '../../src/core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../../src/seed/builders.ts';
import { ENDPOINTS } from '../../src/slices.ts';
import type { Signed, World } from '../world.ts';
import { type Fixture, TICKET } from './endpoint-cases.ts';

/** A secret community with one of everything, in which `member` is a plain member. */
export async function makeFixture(world: World, creator: Signed, member: Signed): Promise<Fixture> {
  const { id: serverId } = await makeCommunity(world.db, creator.id, { visibility: 'secret' });
  await addMembers(world.db, serverId, [member.id]);
  const subject = await world.person();
  const ids = await addMembers(world.db, serverId, [subject.id]);
  const made = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, member.id] });
  const call = (name: string, input: object) => world.call(ENDPOINTS.get(name) as Endpoint, input as never, creator);
  const sent = (await call('sendMessage', { conversationId: made.conversationId, clientId: newId(), text: 'here' }))
    .data as { id: string };
  const category = (await call('createCategory', { serverId, name: 'Things' })).data as {
    data: { categoryId: string };
  };
  const invite = (await call('createInviteCode', { serverId })).data as { data: { id: string; inviteCode: string } };
  const group = (await call('createPrivate', { users: [member.id, subject.id] })).data as { data: { id: string } };
  const start = Math.floor(world.clock.now().getTime() / 1000) + 86_400;
  const times = { start_epoc: start, end_epoc: start + 7200 };
  const drafted = await call('createEvent', { name: 'An evening', serverId, visibility: 'community', ...times });
  const eventId = (drafted.data as { data: { id: string } }).data.id;
  const ticket = (await call('createTicket', { eventId, ...TICKET })).data as { data: { id: string } };
  await call('publishEvent', { eventId });
  const listed = (await call('addGuest', { eventId, email: 'bea@alderwick.example', notifyUser: false })).data as {
    data: { participationId: string };
  };
  const calendar = (await call('getMainCalendar', { serverId })).data as { id: string };
  await call('updateQna', { eventId, status: 'enabled' });
  const asked = (
    await call('askQuestion', { eventId, content: 'When is the kiln open?', key: newId().replaceAll('-', '') })
  ).data as { data: { _id: string } };
  const question = { eventId, questionId: asked.data._id };
  const comment = (await call('addComment', { ...question, content: 'On Tuesdays' })).data as { data: { _id: string } };
  const about = { ...question, commentId: comment.data._id };
  const reaction = (await call('addReaction', { ...about, emoji: '🔥' })).data as { data: { _id: string } };
  return {
    questionId: question.questionId,
    commentId: about.commentId,
    reactionId: reaction.data._id,
    calendarId: calendar.id,
    eventId,
    ticketId: ticket.data.id,
    participationId: listed.data.participationId,
    serverId,
    groupId: group.data.id,
    channelId: made.id,
    conversationId: made.conversationId,
    messageId: sent.id,
    memberId: ids.get(subject.id) ?? '',
    userId: subject.id,
    categoryId: category.data.categoryId,
    inviteCodeId: invite.data.id,
    inviteCode: invite.data.inviteCode,
  };
}
