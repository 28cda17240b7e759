import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as api from '@folkmoot/contract/media/api.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { until } from '../../test/fixtures/until.ts';
import { LOCATION, type MediaWorld, openMediaWorld, photograph, video } from '../../test/media.ts';
import { ALL } from '../../test/scope.ts';
import type { Signed } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { createFiles } from '../core/files/files.ts';
import { MEDIA_QUEUE, SWEEP_QUEUE } from './actions.ts';

/** Jobs that are in progress or could start now. */
const mediaJobs = async ({ db }: MediaWorld) =>
  (
    await sql<{ count: number }>`select count(*)::int as count from jobs.job
      where name = ${MEDIA_QUEUE} and state in ('created', 'retry', 'active') and start_after <= ${new Date()}`.execute(
      db,
    )
  ).rows[0]?.count;

describe.each(ALL ? (['disk', 'bucket'] as const) : (['disk'] as const))('processed files on a %s', (store) => {
  let world: MediaWorld;
  let ines: Signed;
  let _stranger: Signed;

  beforeAll(async () => {
    world = await openMediaWorld(store);
    [ines, _stranger] = [await world.person(), await world.person()];
  });
  afterAll(() => world.close());

  const bytesOf = async (path: string, as?: Signed) => {
    const answer = await world.get(path, as ? { cookie: world.cookie(as) } : {});
    const final = answer.status === 302 ? await fetch(answer.headers.get('location') ?? '') : answer;
    return { status: final.status, headers: final.headers, bytes: Buffer.from(await final.arrayBuffer()), answer };
  };
  const complete = (id: string, as = ines) => world.call(api.completeUpload, { attachmentId: id }, as);

  test('a photograph is turned upright and made in two sizes, without its location', async () => {
    const bytes = await photograph(2000, 1200);
    expect((await sharp(bytes).metadata()).exif?.includes('Alderwick')).toBe(true);
    const begun = await world.upload(ines, bytes, { alt: 'The glaze kiln' });
    expect(begun).toMatchObject({
      fileName: 'kiln.jpg',
      fileType: 'image',
      state: 'processing',
      alt: 'The glaze kiln',
    });
    const done = await world.settled(ines, begun.id);
    expect(done).toMatchObject({ state: 'ready', mimeType: 'image/jpeg', width: 1200, height: 2000 });
    const original = await bytesOf(done.url, ines);
    expect(original.bytes.length).toBe(done.size);
    const seen = await sharp(original.bytes).metadata();
    expect([seen.format, seen.width, seen.height, seen.exif, seen.orientation]).toEqual([
      'jpeg',
      1200,
      2000,
      undefined,
      undefined,
    ]);
    expect(original.bytes.includes('Alderwick')).toBe(false);
    const thumb = await sharp((await bytesOf(done.thumbnailUrl ?? '', ines)).bytes).metadata();
    expect([thumb.format, thumb.width, thumb.height]).toEqual(['webp', 288, 480]);
    const large = await sharp((await bytesOf(`/files/${done.id}/large`, ines)).bytes).metadata();
    expect([large.format, large.width, large.height]).toEqual(['webp', 960, 1600]);
    await until(async () =>
      expect((await world.keys()).filter((key) => key.includes(done.id))).toEqual(
        ['large', 'original', 'thumb'].map((part) => `${done.id.slice(-2)}/${done.id}/${part}`),
      ),
    );
  });

  test('a lost job’s file is processed in the next sweep, and a repeated job changes nothing further', async () => {
    const bytes = await photograph();
    const { id } = await world.upload(ines, bytes);
    const done = await world.settled(ines, id);
    const path = join(world.config.dataDir, 'again');
    await writeFile(path, bytes);
    // The first job removes what came, and at its end once more: only then does it leave alone what is stored here.
    await vi.waitFor(async () => expect(await mediaJobs(world)).toBe(0), { timeout: 20_000 });
    expect(await world.keys()).not.toContain(`${done.fileKey}/source`);
    await createFiles(world.config).store(path, `${done.fileKey}/source`);
    const early = new Date(world.clock.now().getTime() - 2 * 3_600_000);
    await world.db
      .updateTable('files')
      .set({ state: 'processing', variants: '{}', created_at: early })
      .where('id', '=', id)
      .execute();
    expect((await bytesOf(done.url, ines)).status).toBe(404);
    await runCommand(world.db, world.app.services, true, (command) => command.enqueue(SWEEP_QUEUE, {}));
    expect(await world.settled(ines, id)).toEqual(done);
    await until(async () => expect(await world.keys()).not.toContain(`${done.fileKey}/source`));
  });

  test.each(['png', 'webp', 'avif', 'gif'] as const)('a picture that is a %s stays one', async (kind) => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
      [kind]()
      .toBuffer();
    const { id } = await world.upload(ines, bytes, { fileName: `x.${kind}`, mimeType: `image/${kind}` });
    expect(await world.settled(ines, id)).toMatchObject({
      state: 'ready',
      mimeType: `image/${kind}`,
      width: 30,
      height: 20,
    });
  });

  test('animated pictures keep moving', async () => {
    const frames = Buffer.alloc(10 * 20 * 3);
    frames.fill(255, 10 * 10 * 3);
    const bytes = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .gif()
      .toBuffer();
    const { id } = await world.upload(ines, bytes, { fileName: 'spin.gif', mimeType: 'image/gif' });
    const done = await world.settled(ines, id);
    expect(done).toMatchObject({ state: 'ready', width: 10, height: 10 });
    expect((await sharp((await bytesOf(done.url, ines)).bytes).metadata()).pages).toBe(2);
    expect((await bytesOf(`/files/${id}/large`, ines)).bytes.length).toBe(done.size);
  });

  test('a drawing with scripts is served as a picture', async () => {
    const svg =
      '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><rect width="40" height="20" fill="red"/></svg>';
    const { id } = await world.upload(ines, Buffer.from(svg), { fileName: 'logo.svg', mimeType: 'image/svg+xml' });
    const done = await world.settled(ines, id);
    expect(done).toMatchObject({ state: 'ready', mimeType: 'image/png', width: 1600, height: 800 });
    const { bytes, headers } = await bytesOf(done.url, ines);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toBe('inline; filename=logo.png');
    expect((await sharp(bytes).metadata()).format).toBe('png');
    expect(bytes.includes('script')).toBe(false);
  });

  test('a drawing that refers to files of this machine cannot reach them', async () => {
    const secret = join(world.config.dataDir, 'work', 'secret.png');
    await mkdir(join(world.config.dataDir, 'work'), { recursive: true });
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toFile(secret);
    const images = [`file://${secret}`, secret, '../secret.png', 'secret.png'].map(
      (href) => `<image width="8" height="8" xlink:href="${href}"/>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8"><rect width="8" height="8" fill="lime"/>${images.join('')}</svg>`;
    const { id } = await world.upload(ines, Buffer.from(svg), { fileName: 'x.svg', mimeType: 'image/svg+xml' });
    const { url } = await world.settled(ines, id);
    const { dominant } = await sharp((await bytesOf(url, ines)).bytes).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r);
  });

  test('a file that only begins like a picture, or is a bomb, fails and stays a name', async () => {
    const torn = (await photograph(600, 400)).subarray(0, 700);
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: 'black' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    for (const bytes of [torn, bomb]) {
      const { id } = await world.upload(ines, bytes, { mimeType: bytes === bomb ? 'image/png' : 'image/jpeg' });
      const done = await world.settled(ines, id);
      expect(done).toMatchObject({ state: 'failed', thumbnailUrl: null, width: null });
      expect((await bytesOf(done.url, ines)).status).toBe(404);
    }
  });

  test('a video loses its location, gets a frame, and can be read in ranges', async () => {
    const bytes = video();
    const { id } = await world.upload(ines, bytes, { fileName: 'firing.mp4', mimeType: 'video/mp4' });
    const frame = await photograph(1920, 1080);
    const poster = await world.upload(ines, frame, { fileName: 'frame.jpg', posterOf: id });
    const done = await vi.waitFor(
      async () => {
        const view = await world.settled(ines, id);
        expect(view.thumbnailUrl).not.toBeNull();
        return view;
      },
      { timeout: 20_000 },
    );
    expect(done).toMatchObject({
      fileType: 'video',
      mimeType: 'video/mp4',
      size: bytes.length,
      width: 1080,
      height: 1920,
    });
    const whole = await bytesOf(done.url, ines);
    expect(whole.bytes.length).toBe(bytes.length);
    expect(bytes.includes(LOCATION)).toBe(true);
    expect(whole.bytes.includes(LOCATION)).toBe(false);
    expect(whole.bytes.subarray(-4000)).toEqual(bytes.subarray(-4000));
    expect((await sharp((await bytesOf(done.thumbnailUrl ?? '', ines)).bytes).metadata()).format).toBe('webp');
    expect((await complete(poster.id)).status).toBe(404);
    const asked = await world.get(done.url, { cookie: world.cookie(ines), range: 'bytes=-10' });
    if (store === 'disk') {
      expect([asked.status, asked.headers.get('content-range')]).toEqual([
        206,
        `bytes ${bytes.length - 10}-${bytes.length - 1}/${bytes.length}`,
      ]);
      expect((await asked.arrayBuffer()).byteLength).toBe(10);
      expect((await world.get(done.url, { cookie: world.cookie(ines), range: 'bytes=99999-' })).status).toBe(416);
    } else {
      const part = await fetch(asked.headers.get('location') ?? '', { headers: { range: 'bytes=0-9' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    }
  });

  test('files of any other kind are downloads that no browser runs, whatever they are called', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const fileName = '../../etc/Ärger "x"\u202Egnp.html';
    const view = await world.upload(ines, page, { fileName, mimeType: 'text/html' });
    expect(view).toMatchObject({
      state: 'ready',
      fileType: 'file',
      fileName: 'Ärger "x"gnp.html',
      thumbnailUrl: null,
      size: page.length,
    });
    const { headers, bytes, answer } = await bytesOf(view.url, ines);
    expect(bytes).toEqual(page);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="\?rger \\"x\\"gnp\.html"; filename\*=UTF-8''%C3%84rger%20%22x%22gnp\.html$/,
    );
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect((await bytesOf(`/files/${view.id}/thumb`, ines)).status).toBe(404);
  });

  test('a picture with a false name and type is identified by its content', async () => {
    const { id } = await world.upload(ines, await photograph(), { fileName: 'notes.txt', mimeType: 'text/plain' });
    const done = await world.settled(ines, id);
    expect(done).toMatchObject({ fileType: 'image', mimeType: 'image/jpeg' });
    expect((await bytesOf(done.url, ines)).headers.get('content-disposition')).toBe('inline; filename=notes.jpg');
  });
});
