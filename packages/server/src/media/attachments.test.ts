import { endAllSessions } from '@folkmoot/contract/accounts/api.ts';
import { archiveChannel } from '@folkmoot/contract/channels/api.ts';
import { banMember } from '@folkmoot/contract/communities/api.ts';
import { deleteMessage, listMessages, sendMessage } from '@folkmoot/contract/conversations/api.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/media/api.ts';
import { refusals } from '@folkmoot/contract/media/schema.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { until } from '../../test/fixtures/until.ts';
import { type MediaWorld, openMediaWorld, photograph } from '../../test/media.ts';
import type { Signed } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

describe('files of messages', () => {
  let world: MediaWorld;
  let ines: Signed;
  let conversationId: string;
  let serverId: string;
  beforeAll(async () => {
    world = await openMediaWorld('disk');
    ines = await world.person();
    serverId = (await makeCommunity(world.db, ines.id)).id;
    conversationId = (await makeChannel(world.db, serverId, ines.id)).conversationId;
  });
  afterAll(() => world.close());
  const note = (as = ines, fileName = 'note.txt') =>
    world.upload(as, Buffer.from('note'), { fileName, mimeType: 'text/plain' });

  test('files are attached to a message in the requested order, all or none, and only once', async () => {
    const other = await world.person();
    const [a, b, theirs] = [await note(), await note(), await note(other)];
    const begun = (await world.begin(ines, Buffer.alloc(4))).data.data;
    const avatar = await world.upload(ines, await photograph(), { type: 'avatar' });
    for (const wrong of [theirs.id, begun.id, avatar.id, newId(), a.id])
      await expect(world.give(ines, [a.id, b.id, wrong], { conversationId })).rejects.toMatchObject({
        refusal: refusals.notUsable,
        fields: { attachments: refusals.notUsable.message },
      });
    expect((await world.give(ines, [b.id, a.id], { conversationId })).map((one) => one.id)).toEqual([b.id, a.id]);
    await expect(world.give(ines, [a.id], { conversationId })).rejects.toMatchObject({ refusal: refusals.notUsable });
    await expect(world.give(ines, Array(11).fill(newId()), { conversationId })).rejects.toMatchObject({
      refusal: refusals.tooManyAttachments,
    });
    expect(await world.give(ines, [], { conversationId })).toEqual([]);
    expect((await world.call(api.discardUpload, { attachmentId: a.id }, ines)).status).toBe(404);
  });

  test('a file that several messages want at once goes to one of them', async () => {
    const [a, b] = [await note(), await note()];
    const wanted = [[a.id, b.id], [b.id, a.id], [a.id], [b.id, a.id], [a.id, b.id]];
    const all = await Promise.allSettled(wanted.map((ids) => world.give(ines, ids, { conversationId })));
    const won = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.length] : []));
    expect(won.length).toBe(1);
    const rows = await world.db.selectFrom('files').select('message_id').where('id', 'in', [a.id, b.id]).execute();
    expect(new Set(rows.map((row) => row.message_id).filter(Boolean)).size).toBe(1);
  });

  test('a conversation’s files are listed newest first, page by page, with conversation and author', async () => {
    const { id: channelId, conversationId } = await makeChannel(world.db, serverId, ines.id);
    const sent = (await world.call(sendMessage, { conversationId, clientId: newId(), text: 'here' }, ines)).data;
    const ids: string[] = [];
    for (let count = 0; count < 23; count += 1) {
      const { id } = await note(ines, `${count}.txt`);
      await world.give(ines, [id], { conversationId, messageId: count === 22 ? sent.id : newId() });
      ids.unshift(id);
    }
    const first = (await world.call(api.listChannelAttachments, { channelId }, ines)).data;
    expect(first.data.map((one) => one.id)).toEqual(ids.slice(0, 20));
    expect(first.data[0]).toMatchObject({ messageId: sent.id, seq: sent.seq, author: { id: ines.id } });
    const cursor = first.nextCursor ?? '';
    const rest = (await world.call(api.listConversationAttachments, { conversationId, cursor, trimmed: 'true' }, ines))
      .data;
    expect([rest.data.map((one) => one.id), rest.nextCursor]).toEqual([ids.slice(20), null]);
    expect(rest.data[0]).not.toHaveProperty('author');
    const none = (await world.call(api.listConversationAttachments, { conversationId, fileType: 'media' }, ines)).data;
    expect(none.data).toEqual([]);
  });

  test('a message’s files can be removed by their author and by moderators', async () => {
    const [member, moderator, stranger] = [await world.person(), await world.person(), await world.person()];
    await addMembers(world.db, serverId, [member.id]);
    await addMembers(world.db, serverId, [moderator.id], 'MODERATOR');
    const [a, b, free] = [await note(), await note(), await note()];
    await world.give(ines, [a.id, b.id], { conversationId });
    const remove = (id: string, as: Signed, more: object = {}) =>
      world.call(api.deleteAttachment, { id, type: 'message', ...more }, as);
    expect((await remove(a.id, stranger)).problem).toMatchObject({ statusCode: 404, code: core.notFound.code });
    expect((await remove(a.id, member)).problem).toMatchObject({ statusCode: 403, message: refusals.notYours.message });
    expect((await remove(a.id, ines, { type: 'cover' })).status).toBe(404);
    expect((await remove(a.id, ines, { serverId: newId() })).status).toBe(404);
    expect((await remove(free.id, ines)).status).toBe(404);
    expect((await remove(a.id, ines, { serverId })).data.message).toBe('File removed.');
    expect((await remove(b.id, moderator)).status).toBe(200);
    expect((await remove(b.id, moderator)).status).toBe(404);
    const list = (await world.call(api.listConversationAttachments, { conversationId }, ines)).data.data;
    expect(list.filter((one) => one.id === a.id || one.id === b.id)).toEqual([]);
    expect((await world.get(a.url, { cookie: world.cookie(ines) })).status).toBe(404);
  });

  test('a message’s files appear as they become ready, can be described, and are deleted alone or with it', async () => {
    const messages = async () => (await world.call(listMessages, { conversationId }, ines)).data.data;
    const shown = async (id: string) => (await messages()).find((one) => one.id === id)?.attachments ?? [];
    const [photo, other] = [await world.upload(ines, await photograph()), await note()];
    const sending = { conversationId, clientId: newId(), text: '', attachments: [photo.id, other.id] };
    const { id, attachments, version } = (await world.call(sendMessage, sending, ines)).data;
    expect(attachments.map((one) => one.id)).toEqual([photo.id, other.id]);
    await vi.waitFor(
      async () => expect((await shown(id))[0]).toMatchObject({ state: 'ready', width: 40, height: 64 }),
      {
        timeout: 20_000,
      },
    );
    await world.call(api.describeAttachment, { attachmentId: photo.id, alt: 'The kiln' }, ines);
    expect((await shown(id))[0]?.alt).toBe('The kiln');
    expect((await messages()).find((one) => one.id === id)?.version).toBeGreaterThan(version);
    await world.call(api.deleteAttachment, { id: other.id, type: 'message' }, ines);
    expect((await shown(id)).map((one) => one.id)).toEqual([photo.id]);
    await world.call(deleteMessage, { conversationId, messageId: id }, ines);
    expect((await world.get(photo.url, { cookie: world.cookie(ines) })).status).toBe(404);
    await until(async () => expect((await world.keys()).some((key) => key.includes(photo.id))).toBe(false));
  });

  test('a message’s files cannot be described by people who have left, or in an archived channel', async () => {
    const guest = await world.person();
    const [membership] = [...(await addMembers(world.db, serverId, [guest.id])).values()];
    const channel = await makeChannel(world.db, serverId, ines.id, { members: [ines.id, guest.id] });
    const { id } = await note(guest);
    const what = { conversationId: channel.conversationId, clientId: newId(), text: '', attachments: [id] };
    expect((await world.call(sendMessage, what, guest)).status).toBe(200);
    const describe = async (alt: string) =>
      (await world.call(api.describeAttachment, { attachmentId: id, alt }, guest)).status;
    expect(await describe('A note')).toBe(200);
    await world.call(archiveChannel, { serverId, channelId: channel.id }, ines);
    expect(await describe('Archived')).toBe(409);
    await world.call(banMember, { serverId, memberId: membership ?? '', reason: '' }, ines);
    expect(await describe('Still here')).toBe(404);
    expect((await world.db.selectFrom('files').select('alt').where('id', '=', id).executeTakeFirst())?.alt).toBe(
      'A note',
    );
  });

  test('a message’s files stop loading when the session behind their cookie ends', async () => {
    const brief = await world.signIn(await world.person());
    const { url } = await note(brief);
    expect((await world.get(url, { cookie: world.cookie(brief) })).status).toBe(200);
    expect((await world.call(endAllSessions, {}, brief)).status).toBe(200);
    expect((await world.get(url, { cookie: world.cookie(brief) })).status).toBe(404);
  });

  test('a file’s address that is unknown is a 404 and never the page', async () => {
    for (const path of [
      '/files/x/original',
      `/files/${newId()}/original`,
      `/files/${newId()}/source`,
      '/files',
      '/uploads/x',
    ])
      expect((await world.get(path)).status, path).toBe(404);
    const seen = await world.get('/', {});
    expect(seen.headers.get('content-security-policy')).toContain("media-src 'self' blob:");
  });
});
