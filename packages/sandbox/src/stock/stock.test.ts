import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURES } from './pictures.ts';
import { type Stock, startStock } from './start.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await startStock();
});
afterAll(() => stock.stop());

const ask = (path: string, headers: Record<string, string> = { authorization: `Client-ID ${stock.key}` }) =>
  fetch(`${stock.url}${path}`, { headers });

test('photos come in pages, to callers with the key', async () => {
  const first = await ask('/photos?per_page=20');
  expect([first.status, first.headers.get('x-total')]).toEqual([200, String(PICTURES.length)]);
  expect(await first.json()).toHaveLength(20);
  expect(PICTURES.length).toBeGreaterThanOrEqual(45);
  expect((await ask('/photos', {})).status).toBe(401);
  expect((await ask('/photos?page=9')).status).toBe(200);
});

test('photos are found by the beginning of each word', async () => {
  const { total, results } = (await (await ask('/search/photos?query=pot+red')).json()) as {
    total: number;
    results: { alt_description: string; user: { name: string } }[];
  };
  expect(total).toBe(results.length);
  expect(results[0]).toMatchObject({
    alt_description: 'Pots on a shelf, printed in brick red',
    user: { name: 'Folkmoot' },
  });
  expect((await ask('/search/photos')).status).toBe(400);
});

test('every picture can be read by any page, and contains no script', async () => {
  for (const { id } of PICTURES) {
    const answer = await ask(`/pictures/${id}`, {});
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(500);
  }
  expect((await ask('/pictures/none', {})).status).toBe(404);
});

test('choosing a photo is recorded', async () => {
  expect((await ask('/photos/cover-kiln/download')).status).toBe(200);
  expect((await ask('/photos/none/download')).status).toBe(404);
  expect(stock.downloads).toEqual(['cover-kiln']);
});

test('nobody reaches the photo service through a proxy', async () => {
  expect((await ask('/photos', { authorization: 'Client-ID sandbox', 'x-forwarded-for': '10.0.0.1' })).status).toBe(
    403,
  );
});
