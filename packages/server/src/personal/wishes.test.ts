import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as conversations from '@folkmoot/contract/conversations/api.ts';
import * as media from '@folkmoot/contract/media/api.ts';
import * as api from '@folkmoot/contract/personal/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type MediaWorld, openMediaWorld } from '../../test/media.ts';
import { newId } from '../core/id.ts';

let world: MediaWorld;
beforeAll(async () => {
  world = await openMediaWorld('disk');
});
afterAll(() => world.close());

const people = () => Promise.all([world.person(), world.person(), world.person()]);

describe('groups', () => {
  test('a group does not show a reader the name and picture given by a person they block', async () => {
    const [ana, ben, cleo] = await people();
    const id = (await world.call(api.createPrivate, { users: [ben.id, cleo.id] }, ana)).data.data.id;
    await world.call(api.updatePersonal, { conversationId: id, name: 'I found you' }, ana);
    await world.call(blocks.blockUser, { userId: ana.id }, cleo);
    const name = async (as: typeof ana) => (await world.call(api.getPersonal, { conversationId: id }, as)).data.name;
    expect([await name(ben), await name(cleo)]).toEqual(['I found you', '']);
    const search = { search: 'found', searchTokens: [], searchFilter: 'all' as const, limit: 10 };
    expect((await world.call(api.searchPersonal, search, ben)).data.data).toHaveLength(1);
    expect((await world.call(api.searchPersonal, search, cleo)).data.data).toEqual([]);
    await world.call(api.updatePersonal, { conversationId: id, name: 'Kiln crew' }, ben);
    expect(await name(cleo)).toBe('Kiln crew');
  });

  test('a group can add back a person who left, but not through the member who added them before', async () => {
    const [ana, ben, cleo] = await people();
    const id = (await world.call(api.createPrivate, { users: [ben.id, cleo.id] }, ana)).data.data.id;
    await world.call(api.leavePersonal, { conversationId: id }, cleo);
    const add = (as: typeof ana) => world.call(conversations.addMembers, { conversationId: id, users: [cleo.id] }, as);
    expect((await add(ana)).problem.code).toBe('conversations.has-left');
    expect((await add(ben)).status).toBe(200);
  });

  test('an event’s group cannot be used to add people', async () => {
    const [host, guest, stranger] = await people();
    const at = eventFixtures(world, host);
    const { id: eventId } = await at.published();
    await at.register(eventId, guest);
    const open = (users: string[]) => world.call(api.createPrivate, { users, eventId }, host);
    expect((await open([stranger.id])).status).toBe(422);
    const id = (await open([])).data.data.id;
    const added = await world.call(conversations.addMembers, { conversationId: id, users: [stranger.id] }, host);
    expect(added.problem.code).toBe('conversations.comes-by-event');
    expect((await open([stranger.id])).status).toBe(422);
  });
});

test('files of a blocked person are in no list, and cannot be downloaded', async () => {
  const [ana, ben, cleo] = await people();
  const conversationId = (await world.call(api.createPrivate, { users: [ben.id, cleo.id] }, ana)).data.data.id;
  const file = await world.upload(ana, Buffer.from('note'), { fileName: 'note.txt', mimeType: 'text/plain' });
  const sent = { conversationId, clientId: newId(), text: '', attachments: [file.id] };
  expect((await world.call(conversations.sendMessage, sent, ana)).status).toBe(200);
  await world.call(blocks.blockUser, { userId: ana.id }, cleo);
  const seen = async (as: typeof ana) => {
    const list = (await world.call(media.listConversationAttachments, { conversationId }, as)).data.data;
    const answer = await world.get(file.url, { cookie: world.cookie(as) });
    await answer.arrayBuffer();
    return [list.map((one) => one.id), answer.status];
  };
  expect(await seen(ben)).toEqual([[file.id], 200]);
  expect(await seen(cleo)).toEqual([[], 404]);
  // Both ways.
  expect(await seen(ana)).toEqual([[file.id], 200]);
});
