import { createHash } from 'node:crypto';
import * as api from '@folkmoot/contract/media/api.ts';
import { FILE_LIMITS, refusals, UNUSED } from '@folkmoot/contract/media/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../test/fixtures/until.ts';
import { type MediaWorld, openMediaWorld, photograph, put, putChunked } from '../../test/media.ts';
import type { Signed } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { createFiles } from '../core/files/files.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';
import { release } from './actions.ts';
import { claimPicture } from './pictures-actions.ts';
import { sweepFiles } from './sweep-jobs.ts';

const MINUTE = 60_000;
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe.each(['disk', 'bucket'] as const)('uploads to a %s', (store) => {
  let world: MediaWorld;
  let ines: Signed;
  let stranger: Signed;

  beforeAll(async () => {
    world = await openMediaWorld(store);
    [ines, stranger] = [await world.person(), await world.person()];
  });
  afterAll(() => world.close());

  const bytesOf = async (path: string, as?: Signed) => {
    const answer = await world.get(path, as ? { cookie: world.cookie(as) } : {});
    const final = answer.status === 302 ? await fetch(answer.headers.get('location') ?? '') : answer;
    return { status: final.status, headers: final.headers, bytes: Buffer.from(await final.arrayBuffer()), answer };
  };
  const complete = (id: string, as = ines) => world.call(api.completeUpload, { attachmentId: id }, as);
  const sweep = () => sweepFiles(world.db, createFiles(world.config), world.clock.now());

  test.each([
    [
      'a page that claims to be a picture',
      { mimeType: 'image/png', fileName: 'cat.png' },
      Buffer.from('<html>'),
      refusals.noPicture,
    ],
    [
      'a logo that is not a picture',
      { type: 'logo', mimeType: 'image/png', fileName: 'cat.png' },
      Buffer.from('%PDF-1.7'),
      refusals.noPicture,
    ],
    [
      'HEIC',
      { fileName: 'cat.png', mimeType: 'image/heic' },
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      refusals.heic,
    ],
    [
      'a HEIC file under another name',
      { fileName: 'cat.png', mimeType: '' },
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      refusals.heic,
    ],
  ] as const)('uploads refuse and forget %s', async (_what, fields, bytes, reason) => {
    const { data } = (await world.begin(ines, bytes, fields)).data;
    expect((await put(world, data, bytes)).ok).toBe(true);
    const { status, problem } = await complete(data.id);
    const sentence = reason.message.replace('{file}', 'cat.png');
    expect([status, problem.code, problem.fields]).toEqual([422, reason.code, { file: sentence }]);
    expect((await complete(data.id)).status).toBe(404);
  });

  test('uploads are refused before they begin if they are too large, empty, or not a picture', async () => {
    const { length: _, ...none } = Buffer.alloc(0);
    const ask = (fields: object) => world.begin(ines, Buffer.alloc(1), { ...none, fileName: 'kiln.png', ...fields });
    for (const [fields, reason] of [
      [{ size: FILE_LIMITS.message + 1 }, refusals.tooLarge],
      [{ size: FILE_LIMITS.picture + 1, type: 'cover' }, refusals.pictureTooLarge],
      [{ size: 0 }, refusals.empty],
      [{ type: 'avatar', mimeType: 'application/pdf' }, refusals.notAccepted],
      [{ posterOf: newId() }, refusals.noSuchVideo],
    ] as const) {
      const { status, problem } = await ask(fields);
      const sentence = reason.message.replace('{file}', 'kiln.png');
      expect([status, problem.code, problem.fields]).toEqual([422, reason.code, { [reason.field ?? '']: sentence }]);
    }
    expect(refusals.pictureTooLarge.message).toBe('{file} exceeds the maximum file size of 5MB');
    const all = await ask({ fileName: ' / ', mimeType: 'nonsense', size: -1, alt: 'x'.repeat(501) });
    expect(all.problem.fields).toEqual({
      fileName: 'A file needs a name.',
      mimeType: 'This is not a valid content type.',
      size: 'A file needs a size.',
      alt: 'Description cannot exceed 500 characters.',
    });
    expect((await ask({ size: FILE_LIMITS.message })).status).toBe(200);
  });

  test('an upload can be completed, described or given up by its owner alone', async () => {
    const bytes = await photograph();
    const { id } = await world.upload(ines, bytes);
    expect((await complete(id, stranger)).status).toBe(404);
    expect((await world.call(api.describeAttachment, { attachmentId: id, alt: 'x' }, stranger)).status).toBe(404);
    expect((await world.call(api.discardUpload, { attachmentId: id }, stranger)).status).toBe(404);
    expect((await world.begin(stranger, bytes, { posterOf: id })).problem.code).toBe(refusals.noSuchVideo.code);
    expect((await world.call(api.describeAttachment, { attachmentId: id, alt: ' A  kiln ' }, ines)).data.alt).toBe(
      'A kiln',
    );
    const done = await world.settled(ines, id);
    expect((await bytesOf(done.url, stranger)).status).toBe(404);
    expect((await bytesOf(done.url)).status).toBe(404);
    expect((await world.get(done.url, { authorization: `Bearer ${ines.token}` })).status).toBe(
      store === 'disk' ? 200 : 302,
    );
    expect((await world.get(done.url, { cookie: `${world.cookie(ines)}x` })).status).toBe(404);
    expect((await world.call(api.discardUpload, { attachmentId: id }, ines)).data.message).toBe('File removed.');
    expect((await world.call(api.discardUpload, { attachmentId: id }, ines)).status).toBe(404);
    expect((await bytesOf(done.url, ines)).status).toBe(404);
    if (store === 'disk')
      await until(async () => expect((await world.keys()).some((key) => key.includes(id))).toBe(false));
  });

  test('an upload is complete only once it has arrived, and completing it twice changes nothing', async () => {
    const bytes = await photograph();
    const { data } = (await world.begin(ines, bytes)).data;
    const early = await complete(data.id);
    expect([early.status, early.problem.code]).toEqual([409, refusals.notArrived.code]);
    await put(world, data, bytes);
    const both = await Promise.all([complete(data.id), complete(data.id)]);
    expect(both.map((one) => one.status)).toEqual([200, 200]);
    expect((await world.settled(ines, data.id)).state).toBe('ready');
  });

  test('covers can be read by everybody once they are used, and before that by nobody else', async () => {
    const { id } = await world.upload(ines, await photograph(), { type: 'cover' });
    const { url } = await world.settled(ines, id);
    expect((await bytesOf(url)).status).toBe(404);
    await runCommand(world.db, world.app.services, true, (command) =>
      claimPicture(command, { fileId: id, ownerId: ines.id, purpose: 'cover', usedBy: newId(), field: 'cover' }),
    );
    const { status, answer } = await bytesOf(url);
    expect([status, answer.headers.get('cache-control')?.startsWith('public')]).toEqual([200, true]);
  });

  test('a conversation’s uploads can be read by everybody who can read the conversation, and by nobody else', async () => {
    const { id: serverId } = await makeCommunity(world.db, ines.id, { visibility: 'secret' });
    const member = await world.person();
    await addMembers(world.db, serverId, [member.id]);
    const { id: channelId, conversationId } = await makeChannel(world.db, serverId, ines.id);
    const { id } = await world.upload(ines, await photograph());
    const { url } = await world.settled(ines, id);
    expect((await bytesOf(url, member)).status).toBe(404);
    await world.give(ines, [id], { conversationId });
    expect((await bytesOf(url, member)).status).toBe(200);
    expect((await bytesOf(url, stranger)).status).toBe(404);
    expect((await bytesOf(url)).status).toBe(404);
    const list = await world.call(api.listChannelAttachments, { channelId }, member);
    expect(list.data.data.map((one) => [one.id, one.author?.id, one.seq])).toEqual([[id, ines.id, null]]);
    expect((await world.call(api.listChannelAttachments, { channelId }, stranger)).status).toBe(404);
    expect((await world.call(api.listConversationAttachments, { conversationId }, stranger)).status).toBe(404);
    expect(
      (await world.call(api.listConversationAttachments, { conversationId, serverId: newId() }, member)).status,
    ).toBe(404);
  });

  test('uploads that nobody uses for a day are deleted, and those in messages stay', async () => {
    const [lost, kept, begun] = [
      await world.upload(ines, await photograph()),
      await world.upload(ines, await photograph()),
      (await world.begin(ines, Buffer.alloc(9))).data.data,
    ];
    for (const { id } of [lost, kept]) await world.settled(ines, id);
    const messageId = newId();
    await world.give(ines, [kept.id], { conversationId: newId(), messageId });
    world.clock.moveBy(23 * 60 * MINUTE);
    await sweep();
    expect((await complete(lost.id)).status).toBe(200);
    world.clock.moveBy(61 * MINUTE);
    await sweep();
    expect([
      (await complete(lost.id)).status,
      (await complete(begun.id)).status,
      (await complete(kept.id)).status,
    ]).toEqual([404, 404, 200]);
    const keys = await world.keys();
    expect([keys.some((key) => key.includes(lost.id)), keys.some((key) => key.includes(kept.id))]).toEqual([
      false,
      true,
    ]);
    await runCommand(world.db, world.app.services, true, (command) => release(command, messageId));
    world.clock.moveBy(16 * MINUTE);
    await sweep();
    expect((await world.keys()).some((key) => key.includes(kept.id))).toBe(false);
    expect(
      await world.db.selectFrom('files').select('id').where('id', 'in', [lost.id, kept.id, begun.id]).execute(),
    ).toEqual([]);
  });

  test('an upload accepts what was announced, once, and in time', async () => {
    const bytes = Buffer.from('a plain note');
    const plain = { fileName: 'note.txt', mimeType: 'text/plain' };
    const begin = async () => (await world.begin(ines, bytes, plain)).data.data;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const one = await begin();
    expect(new Date(one.expiresAt).getTime() - world.clock.now().getTime()).toBeGreaterThan(14 * MINUTE);
    expect((await put(world, one, bytes)).ok).toBe(true);
    const view = (await complete(one.id)).data;
    const replay = await put(world, one, Buffer.from('another note'));
    if (store === 'disk') expect([replay.status, await codeOf(replay)]).toEqual([410, refusals.addressUsed.code]);
    const served = await bytesOf(view.url, ines);
    expect(createHash('sha256').update(served.bytes).digest('hex')).toBe(hash);
    const two = await begin();
    if (store === 'disk') {
      expect((await put(world, { ...two, url: `${two.url}x` }, bytes)).status).toBe(404);
      expect((await put(world, { ...two, url: two.url.replace(two.id, one.id) }, bytes)).status).toBe(404);
      world.clock.moveBy(16 * MINUTE);
      const late = await put(world, two, bytes);
      expect([late.status, await codeOf(late)]).toEqual([410, refusals.addressExpired.code]);
    } else {
      expect((await put(world, two, Buffer.from('much longer than was said'))).status).toBe(403);
      expect((await put(world, { ...two, url: two.url.replace(two.id, one.id) }, bytes)).status).toBe(403);
    }
  });
});

describe('streams to a disk', () => {
  let world: MediaWorld;
  let ines: Signed;
  beforeAll(async () => {
    world = await openMediaWorld('disk');
    ines = await world.person();
  });
  afterAll(() => world.close());

  test('a stream to a disk ends when it grows past the announced size, and leaves nothing behind', async () => {
    const { data } = (await world.begin(ines, Buffer.alloc(1000))).data;
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 65_536;
        if (given > 50_000_000) return;
        yield Buffer.alloc(65_536);
        await new Promise(setImmediate);
      }
    }
    expect([413, undefined]).toContain(await putChunked(world, data, endless()));
    expect(given).toBeLessThan(50_000_000);
    // The client notices that it was cut off before its upload has been removed.
    await expect.poll(async () => (await world.keys()).filter((key) => key.includes(data.id))).toEqual([]);
    expect((await world.call(api.completeUpload, { attachmentId: data.id }, ines)).problem.code).toBe(
      refusals.notArrived.code,
    );
  });

  test('a stream that stops early leaves nothing behind, and can begin again with a new address', async () => {
    const bytes = await photograph();
    const { data } = (await world.begin(ines, bytes)).data;
    expect(await putChunked(world, data, [bytes.subarray(0, 100)])).toBe(422);
    expect((await world.keys()).filter((key) => key.includes(data.id))).toEqual([]);
    expect((await put(world, data, bytes)).status).toBe(410);
    expect((await world.upload(ines, bytes)).state).toBe('processing');
  });

  test('a person can have a limited number of unused files', async () => {
    const hoarder = await world.person();
    const begin = (size: number) => world.begin(hoarder, Buffer.alloc(0), { size, mimeType: 'video/mp4' });
    const some = Math.floor(UNUSED.bytes / FILE_LIMITS.message);
    for (let count = 0; count < some; count += 1) expect((await begin(FILE_LIMITS.message)).status).toBe(200);
    const full = await begin(FILE_LIMITS.message);
    expect([full.status, full.problem.code]).toEqual([409, refusals.tooManyUnused.code]);
    for (let count = some; count < UNUSED.files; count += 1) expect((await begin(1)).status).toBe(200);
    expect((await begin(1)).status).toBe(409);
  });
});
