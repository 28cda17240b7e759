import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { isUsernameFree, sendCode, signIn } from '@folkmoot/contract/accounts/api.ts';
import { createCommunity } from '@folkmoot/contract/communities/api.ts';
import { HEADERS } from '@folkmoot/contract/core/client.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../src/core/config.ts';
import { ConfigError, isLoopback } from '../src/core/config-checks.ts';
import { needsLimit } from '../src/core/http/http.ts';
import { newId } from '../src/core/id.ts';
import { ENDPOINTS } from '../src/slices.ts';
import { openWorld, type Signed, type World } from './world.ts';

const site = mkdtempSync(join(tmpdir(), 'folkmoot-site-'));
let world: World;

beforeAll(async () => {
  mkdirSync(join(site, 'assets'));
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>Folkmoot</title>');
  writeFileSync(join(site, 'assets/app-1a2b.js'), 'export {}');
  world = await openWorld({ RATE_LIMITS: 'on', WEB_DIST: site, LOG_LEVEL: 'error' });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  rmSync(site, { recursive: true });
});

/** The port of a real socket, for what `inject` cannot send. */
async function listening(): Promise<number> {
  const { http } = world.app;
  if (!http.server.listening) await http.listen({ host: '127.0.0.1', port: 0 });
  return (http.server.address() as AddressInfo).port;
}

const get = (url: string, headers: Record<string, string> = {}) => world.app.http.inject({ url, headers });

describe('call limits', () => {
  test('call limits say how long to wait once a minute’s calls are used up', async () => {
    const answers = [];
    for (let n = 0; n < 62; n += 1) answers.push(await world.call(isUsernameFree, { username: `free-${n}` }));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(60);
    expect(answers.at(-1)?.problem).toMatchObject({
      statusCode: 429,
      message: 'You are going a little too fast. Wait a moment and try again.',
    });
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('call limits protect one account from many tries, and let a hall behind one address ask for codes', async () => {
    const tries = [];
    for (let n = 0; n < 8; n += 1)
      tries.push(await world.call(signIn, { email: 'ines@alderwick.example', password: 'guess' }));
    expect(tries.map((one) => one.status)).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    const codes = [];
    for (let n = 0; n < 30; n += 1)
      codes.push(await world.call(sendCode, { email: `someone${n}@alderwick.example`, type: 'sign-in' }));
    expect(new Set(codes.map((one) => one.status))).toEqual(new Set([200]));
  });

  test('call limits count a person’s files once, with either token', async () => {
    const person = await world.person();
    const again = await world.signIn(person);
    const url = `/api/v1/events/${newId()}/participations/export.csv`;
    const file = async ({ token }: Signed) =>
      (await world.app.http.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
    for (let n = 0; n < 12; n += 1) expect(await file(n % 2 === 0 ? person : again)).toBe(404);
    expect([await file(person), await file(again)]).toEqual([429, 429]);
  });
});

describe('the web server', () => {
  test('the web server caches assets for ever and its pages never, and has no page for missing files', async () => {
    const page = await get('/alderwick-makers-guild/channels');
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
    for (const url of [
      '/assets/app-old.js',
      '/favicon.ico',
      '/api/nothing',
      '/auth/nothing',
      '/assets/../package.json',
    ])
      expect((await get(url)).statusCode, url).toBe(404);
  });

  test('the web server answers pages without Accept-Encoding, to HEAD, and with an offer of another protocol', async () => {
    for (const url of ['/', '/events', '/alderwick-makers-guild', '/alderwick-makers-guild/channels', '/api/docs']) {
      for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip' }]) {
        const answer = await get(url, headers);
        expect([answer.statusCode, answer.headers['content-type']], url).toEqual([200, 'text/html; charset=utf-8']);
      }
      if (url === '/api/docs') continue;
      const head = await world.app.http.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.body], url).toEqual([200, '']);
    }
    const asset = await get('/assets/app-1a2b.js', { 'accept-encoding': 'identity' });
    expect([asset.statusCode, asset.body]).toEqual([200, 'export {}']);
  });

  test('the web server does not serve files the build makes for the server alone', async () => {
    mkdirSync(join(site, '.vite'));
    for (const name of ['.vite/manifest.json', '.stamp', 'parts.json']) {
      writeFileSync(join(site, name), '{"secret":1}');
      const answer = await get(`/${name}`);
      expect(answer.statusCode, name).toBe(404);
      expect(answer.body).not.toContain('secret');
    }
  });

  test('the web server serves nothing to a foreign host name: no page, no call, no metrics, no socket', async () => {
    for (const url of ['/', '/metrics', '/api/v1/public/servers', '/assets/app-1a2b.js', '/api/docs']) {
      const answer = await get(url, { host: 'evil.example' });
      expect([answer.statusCode, answer.json().code], url).toEqual([421, 'core.wrong-host']);
    }
    expect((await get('/healthz', { host: 'evil.example' })).statusCode).toBe(200);
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', '192.168.0.20'])
      expect((await get('/', { host })).statusCode, host).toBe(200);
  });

  test('the web server sends the policy with every answer, and no stack with errors', async () => {
    const page = await get('/');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['permissions-policy']).toContain('camera=()');
    expect(page.headers['permissions-policy']).toContain('geolocation=(self)');
    const broken = await world.app.http.inject({
      method: 'POST',
      url: '/api/v1/servers',
      payload: '{"name":',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.json()).toEqual({
      statusCode: 400,
      code: 'core.malformed',
      message: 'The request could not be read.',
    });
    const big = await world.app.http.inject({
      method: 'POST',
      url: '/api/v1/servers',
      payload: { name: 'x'.repeat(300_000) },
    });
    expect(big.statusCode).toBe(413);
    const wrong = await world.app.http.inject({
      method: 'POST',
      url: '/api/v1/servers',
      payload: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect(wrong.statusCode).toBe(415);
  });

  test('the web server refuses text that PostgreSQL cannot store as malformed, wherever it is', async () => {
    const person = await world.person();
    const fields = { name: 'a\u0000b', slug: 'some-slug', description: '', logo: null, visibility: 'public' as const };
    expect((await world.call(createCommunity, fields, person)).status).toBe(400);
    expect((await get('/api/v1/public/servers?search=%00')).statusCode).toBe(400);
    expect((await get('/api/v1/public/alias/%00')).statusCode).toBe(400);
    expect((await get('/api/v1/public/servers?search=%ed%a0%80')).statusCode).toBeLessThan(500);
  });

  test('the web server answers foreign cursors, half characters and paths out of order without failing', async () => {
    const person = await world.person();
    for (const position of [['abc', person.id], [2.5, person.id], [1e300, person.id], [1], {}])
      expect(
        (await get(`/api/v1/public/servers?cursor=${Buffer.from(JSON.stringify(position)).toString('base64url')}`))
          .statusCode,
      ).toBe(400);
    const half = { name: 'ok', slug: 'some-slug', description: '\ud800', logo: null, visibility: 'public' };
    const answer = await world.app.http.inject({
      method: 'POST',
      url: '/api/v1/servers',
      payload: JSON.stringify(half),
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
    for (const url of [
      '/assets/',
      '/art/',
      '//x',
      '/%00',
      '/../x',
      '/api/v1/invites/%E0%A4%A',
      `/api/v1/invites/${'a'.repeat(400)}`,
    ]) {
      const { statusCode, body } = await get(url);
      expect(statusCode, url).toBeLessThan(500);
      expect(body, url).not.toContain('FST_');
    }
  });

  test('the web server refuses an endlessly nested body as malformed', async () => {
    const payload = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = await world.app.http.inject({
      method: 'POST',
      url: '/auth/sign-in/email',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
  });

  test('the web server documents every call, on a page with assets of its own', async () => {
    const document = (await get('/api/docs/json')).json() as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const named = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(named.sort()).toEqual([...ENDPOINTS.keys()].sort());
    const page = await get('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/(?:src|href)="https?:/);
    // Scripts are files: nothing inline runs, as the policy says.
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['content-security-policy']).toContain("base-uri 'none'");
    expect(page.body.match(/<script(?![^>]*(?:src=|type="application\/json"))/g)).toBeNull();
    const script = await get('/api/docs/scalar.js', { 'accept-encoding': 'gzip' });
    expect([script.statusCode, script.headers['content-encoding']]).toEqual([200, 'gzip']);
    const again = await get('/api/docs/scalar.js', { 'if-none-match': String(script.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test('the web server limits pages and files per address', async () => {
    const from = (url: string, remoteAddress: string) => world.app.http.inject({ url, remoteAddress });
    const pages = ['/', '/alderwick-makers-guild', '/some/other/page'];
    for (let n = 0; n < 600; n += 1)
      expect((await from(pages[n % 3] ?? '', `2001:db8::${n.toString(16)}`)).statusCode).toBe(200);
    for (const url of pages) expect((await from(url, '2001:db8:0:0:ffff::')).statusCode, url).toBe(429);
    expect((await from('/', '2001:db8:0:1::')).statusCode).toBe(200);
    expect(Number((await get('/assets/app-1a2b.js')).headers['x-ratelimit-limit'])).toBe(6000);
  });

  test('the web server does not start with a route that has no limit', () => {
    const http = Fastify();
    http.addHook('onRoute', needsLimit);
    expect(() => http.get('/dear', async () => 'x')).toThrow('GET /dear has no limit.');
    expect(() => http.get('/cheap', { config: { unlimited: 'why' } }, async () => 'x')).not.toThrow();
  });

  test('the web server gives up a body that does not arrive within half a minute', async () => {
    const port = await listening();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = once(world.app.http.server, 'request');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/v1/servers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    await asked;
    const closed = once(socket, 'close');
    vi.advanceTimersByTime(29_000);
    expect(socket.readyState).toBe('open');
    vi.advanceTimersByTime(1000);
    await closed;
  });

  test('the web server does not fail on a body that breaks off or is chunked badly', async () => {
    const said: string[] = [];
    const port = await listening();
    for (const body of ['ZZ\r\nnonsense', '5\r\nhel']) {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /api/v1/servers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
      );
      if (body.startsWith('5')) setImmediate(() => socket.destroy());
      const parts: Buffer[] = [];
      socket.on('data', (part) => parts.push(part));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('close', resolve));
      said.push(Buffer.concat(parts).toString());
    }
    expect(said[0]).toMatch(/^HTTP\/1\.1 400 /);
    expect((await get('/healthz')).statusCode).toBe(200);
    expect(world.logged).toEqual([]);
  });

  test('the web server ignores an offer of another protocol on a page', async () => {
    const port = await listening();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
    );
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('the web server reports health and readiness to all, and metrics to this machine alone', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
    expect((await get('/metrics')).body).toContain('http_request_seconds_bucket');
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
  });
});

test('the log has the tab’s own id for each call, and ignores invalid ones', async () => {
  const lines: string[] = [];
  const loud = await openWorld(
    { LOG_LEVEL: 'info' },
    { logTo: new Writable({ write: (line, _, next) => next(void lines.push(`${line}`)) }) },
  );
  const asked = (client: string) =>
    loud.call(isUsernameFree, { username: 'ines' }, undefined, { [HEADERS.client]: client });
  const tab = newId();
  await asked(tab);
  await asked('two words\u00e9');
  await loud.close();
  const answered = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'answered');
  expect(answered.map(({ client }) => client)).toEqual([tab, undefined]);
});

test('an unexpected error is answered with a reference and nothing else', async () => {
  const person = await world.person();
  await world.db.schema.alterTable('aliases').renameTo('elsewhere').execute();
  const broken = await world.call(
    createCommunity,
    { name: 'A', slug: 'a-b-c', description: '', logo: null, visibility: 'public' },
    person,
  );
  await world.db.schema.alterTable('elsewhere').renameTo('aliases').execute();
  expect(broken.problem).toEqual({
    statusCode: 500,
    code: 'core.unforeseen',
    message: 'Something went wrong',
    reference: broken.headers['x-request-id'],
  });
});

describe('settings', () => {
  const DATA_DIR = site;
  test('settings that are wrong are all named at once', () => {
    const read = () => readConfig({ DATA_DIR, PORT: 'many', DATABASE_URL: 'mysql://x', AUTH_SECRET: 'short' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*AUTH_SECRET/);
  });

  test('the demo runs only with the embedded database, and only on loopback', () => {
    expect(readConfig({ DATA_DIR }).demo).toBe(true);
    expect(readConfig({ DATA_DIR, HOST: '0.0.0.0' }).demo).toBe(false);
    expect(readConfig({ DATA_DIR, DATABASE_URL: 'postgres://x/y' }).demo).toBe(false);
    expect(readConfig({ DATA_DIR, FOLKMOOT_EMPTY: '1' }).demo).toBe(false);
    expect(readConfig({ DATA_DIR, APP_URL: 'https://moot.example.org' }).demo).toBe(false);
    expect(readConfig({ DATA_DIR, TRUST_PROXY: '1' }).demo).toBe(false);
    expect(readConfig({ DATA_DIR, APP_URL: 'http://localhost:3000' }).demo).toBe(true);
    expect(
      ['127.0.0.1', 'localhost', '::1', '127.1.2.3', '0.0.0.0', '192.168.0.2', '127.0.0.1.example.org'].map(isLoopback),
    ).toEqual([true, true, true, true, false, false, false]);
  });

  test('the secret among the settings is created once and kept', () => {
    expect(readConfig({ DATA_DIR }).authSecret).toBe(readConfig({ DATA_DIR }).authSecret);
    expect(readConfig({ DATA_DIR }).authSecret.length).toBeGreaterThanOrEqual(32);
  });
});
