import { createServer } from 'node:http';
import { findStockPhotos, noteStockDownload } from '@folkmoot/contract/media/api.ts';
import { refusals } from '@folkmoot/contract/media/schema.ts';
import { type Stock, startStock } from '@folkmoot/sandbox/src/stock/start.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { readConfig } from '../core/config.ts';

describe('stock photos', () => {
  let stock: Stock;
  let world: World;
  let ines: Signed;
  beforeAll(async () => {
    stock = await startStock({ key: 'a key' });
    world = await openWorld({ UNSPLASH_URL: stock.url, UNSPLASH_ACCESS_KEY: 'a key' });
    ines = await world.person();
  });
  afterAll(async () => {
    await world.close();
    await stock.stop();
  });
  const find = (input: object = {}) => world.call(findStockPhotos, input, ines);

  test('stock photos come twenty per page, each once, with the name to credit', async () => {
    const ids = new Set<string>();
    let page: number | null = 1;
    let pages = 0;
    while (page !== null) {
      const { data }: { data: { data: { id: string }[]; count: number | null; nextPage: number | null } } = await find({
        page,
      });
      if (data.nextPage !== null) expect(data.data).toHaveLength(20);
      for (const photo of data.data) ids.add(photo.id);
      expect(data.count).toBeGreaterThanOrEqual(45);
      pages += 1;
      page = data.nextPage;
    }
    expect([pages, ids.size >= 45]).toEqual([3, true]);
    const [photo] = (await find()).data.data;
    expect(photo?.credit.name).toBe('Folkmoot');
    expect(new URL(photo?.credit.link ?? '').searchParams.get('utm_medium')).toBe('referral');
    const picture = await fetch(photo?.urls.regular ?? '');
    expect([picture.status, picture.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  test('stock photos are found by words', async () => {
    const { data } = await find({ query: ' Pottery ' });
    expect(data.data.length).toBeGreaterThan(3);
    expect(data.data.every(({ description }) => /pots|kiln/i.test(description))).toBe(true);
    expect((await find({ query: 'submarine' })).data).toEqual({ data: [], count: 0, nextPage: null });
    expect((await find({ page: 0 })).status).toBe(422);
  });

  test('a stock photo is reported to the service when chosen, and nothing else is', async () => {
    const [photo] = (await find({ query: 'kiln' })).data.data;
    const told = await world.call(noteStockDownload, { download: photo?.download ?? '' }, ines);
    expect([told.status, stock.downloads.at(-1)]).toEqual([200, photo?.id]);
    expect((await world.call(noteStockDownload, { download: '/../users/me' }, ines)).status).toBe(422);
  });

  test('stock photos can be shown and read by pages from the service’s own hosts', async () => {
    const answer = await world.app.http.inject('/sign-in');
    const policy = String(answer.headers['content-security-policy']);
    for (const part of ['img-src', 'connect-src'])
      expect(policy.split(';').find((one) => one.startsWith(part))).toContain(stock.url);
  });
});

describe('photo services', () => {
  const asked = async (settings: Record<string, string>) => {
    const world = await openWorld(settings);
    const { status, problem } = await world.call(findStockPhotos, {}, await world.person());
    await world.close();
    return [status, problem.message];
  };
  const serving = async (status: number, body: string, headers: Record<string, string> = {}) => {
    const server = createServer((_, response) => response.writeHead(status, headers).end(body));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const said = await asked({ UNSPLASH_URL: `http://127.0.0.1:${port}`, UNSPLASH_ACCESS_KEY: 'k' });
    server.close();
    return said;
  };
  const down = [503, refusals.stockDown.message];

  test('a photo service that does not answer is reported in a sentence', async () =>
    expect(await asked({ UNSPLASH_URL: 'http://127.0.0.1:9', UNSPLASH_ACCESS_KEY: 'k' })).toEqual(down));
  test('a photo service that refuses our key is reported in a sentence', async () =>
    expect(await serving(401, '{"errors":["no"]}')).toEqual(down));
  test('a photo service that sends something unexpected is reported in a sentence', async () =>
    expect(await serving(200, '<html>')).toEqual(down));
  test('a photo service that has reached its limit is reported in a sentence', async () =>
    expect(await serving(403, 'Rate Limit Exceeded', { 'x-ratelimit-remaining': '0' })).toEqual([
      503,
      refusals.stockBusy.message,
    ]));
  test('a photo service that is not configured is reported in a sentence', async () =>
    expect(await asked({})).toEqual([503, refusals.stockAbsent.message]));
});

test('pictures may load from the real service’s own hosts, and from the sandbox on this machine alone', () => {
  const base = { AUTH_SECRET: 'a secret that only tests use, 32 long' };
  expect(readConfig({ ...base, UNSPLASH_ACCESS_KEY: 'k' }).stock?.pictures).toContain('https://images.unsplash.com');
  const local = { ...base, UNSPLASH_ACCESS_KEY: 'k', UNSPLASH_URL: 'http://127.0.0.1:8035' };
  expect(readConfig(local).stock?.pictures).toEqual(['http://127.0.0.1:8035']);
  expect(readConfig({ ...local, HOST: '0.0.0.0' }).stock).toBeUndefined();
});
