import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPictures, Unreadable } from './pictures.ts';

const edges = { thumb: 480, large: 1600 };
let out: string;

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'folkmoot-pictures-'));
  await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toFile(join(out, 'source'));
});
afterAll(() => rm(out, { recursive: true }));

const job = () => ({ path: join(out, 'source'), mimeType: 'image/png', out, edges, pixels: 1000 });

test('pictures are processed one after another, and a refused one does not stop the others', async () => {
  const pictures = createPictures();
  const [small, large, other, again] = await Promise.allSettled([
    pictures.make(job()),
    pictures.make({ ...job(), pixels: 100 }),
    pictures.make({ ...job(), mimeType: 'image/tiff' }),
    pictures.make(job()),
  ]);
  expect(small).toMatchObject({ value: { width: 20, height: 10, mimeType: 'image/png', hasLarge: true } });
  expect(large).toMatchObject({ reason: expect.any(Unreadable) });
  expect(other).toMatchObject({ reason: expect.any(Unreadable) });
  expect(again.status).toBe('fulfilled');
  expect((await readdir(out)).sort()).toEqual(['large', 'original', 'source', 'thumb']);
  await pictures.close();
});

test('a picture that takes too long is given up, and a new process takes the next', async () => {
  // Circles through three noisy filters, over and over: minutes of work in a kilobyte.
  const filter =
    '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="200"/><feMorphology radius="90"/></filter>';
  const slow = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600">${filter}${'<rect width="1600" height="1600" filter="url(#f)"/>'.repeat(20)}</svg>`;
  const path = join(out, 'slow.svg');
  await writeFile(path, slow);
  const pictures = createPictures(4000);
  const since = performance.now();
  await expect(pictures.make({ ...job(), path, mimeType: 'image/svg+xml', pixels: 64_000_000 })).rejects.toThrow(
    Unreadable,
  );
  expect(performance.now() - since).toBeLessThan(20_000);
  expect(await pictures.make(job())).toMatchObject({ width: 20 });
  await pictures.close();
});

test('a picture interrupted by a stopping server is not reported as unreadable', async () => {
  const pictures = createPictures();
  const made = pictures.make(job());
  await pictures.close();
  await expect(made).rejects.toThrow('The server is stopping.');
});
