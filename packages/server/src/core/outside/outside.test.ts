import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutside, type OutsideError } from './outside.ts';

/** What a test's server was asked, and how it answers. */
let asked: { url: string; headers: Record<string, unknown> }[];
let answer: RequestListener;
let server: Server;
let origin: string;
let port: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = `${(server.address() as AddressInfo).port}`;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  answer = (_, response) => response.end('a calendar');
});
afterEach(() => server.closeAllConnections());

const outside = (more: Partial<Parameters<typeof createOutside>[0]> = {}) =>
  createOutside({ userAgent: () => 'Folkmoot', exempt: [origin], ...more });
const problem = async (read: Promise<unknown>) =>
  read.then(
    () => 'none',
    (error: OutsideError) => error.problem,
  );

/** A name that has other addresses each time it is asked for. */
function names(...answers: string[][]): { lookup: LookupFunction; count: () => number } {
  let count = 0;
  const lookup: LookupFunction = (_, options, callback) => {
    const addresses = (answers[count] ?? answers.at(-1) ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    count += 1;
    if (options.all) callback(null, addresses as never);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
  return { lookup, count: () => count };
}

describe('what is never asked', () => {
  test.each([
    ['this machine', 'http://127.0.0.1/'],
    ['this machine by name', 'http://localhost/'],
    ['another address of this machine', 'http://127.8.9.1/'],
    ['one number', 'http://2130706433/'],
    ['octal numbers', 'http://0177.0.0.1/'],
    ['hexadecimal numbers', 'http://0x7f.1/'],
    ['few numbers', 'http://127.1/'],
    ['numbers in circles', 'http://①②⑦.0.0.1/'],
    ['no address', 'http://0.0.0.0/'],
    ['a private network', 'http://10.0.0.8/'],
    ['another private network', 'http://172.20.0.1/'],
    ['a network at home', 'http://192.168.1.1/'],
    ['a carrier’s network', 'http://100.64.0.1/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['the metadata of a cloud in IPv6', 'http://[fd00:ec2::254]/'],
    ['a group of machines', 'http://224.0.0.1/'],
    ['everybody', 'http://255.255.255.255/'],
    ['a network for tests', 'http://198.18.0.1/'],
    ['an example', 'http://192.0.2.1/'],
    ['what is reserved', 'http://240.0.0.1/'],
    ['this machine in IPv6', 'http://[::1]/'],
    ['no address in IPv6', 'http://[::]/'],
    ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4 in IPv6 by its digits', 'http://[::ffff:a9fe:a9fe]/'],
    ['IPv4 in old IPv6', 'http://[::127.0.0.1]/'],
    ['IPv4 behind a translator', 'http://[64:ff9b::7f00:1]/'],
    ['IPv4 in 6to4', 'http://[2002:7f00:1::]/'],
    ['IPv4 in Teredo', 'http://[2001:0:7f00:1::]/'],
    ['a link in IPv6', 'http://[fe80::1]/'],
    ['a site in IPv6', 'http://[fec0::1]/'],
    ['a group in IPv6', 'http://[ff02::1]/'],
  ])('%s', async (_, url) => {
    expect(await problem(outside().read(url))).toBe('not-public');
    expect(await problem(outside().read(url.replace('http:', 'https:')))).toBe('not-public');
  });

  test.each([
    ['a port for other things', 'http://feeds.example:22/'],
    ['a port that others use', 'https://feeds.example:8080/'],
    ['a user name', 'https://maren@feeds.example/'],
    ['a password', 'https://maren:secret@feeds.example/'],
    ['a file', 'file:///etc/passwd'],
    ['another protocol', 'ftp://feeds.example/'],
    ['no address at all', 'nothing'],
  ])('an address with %s', async (_, url) => {
    const { lookup, count } = names(['8.8.8.8']);
    expect(await problem(outside({ lookup }).read(url))).toBe('bad-address');
    expect(count()).toBe(0);
  });

  test.each([
    ['a name of this machine', ['127.0.0.1']],
    ['a name of which one address is private', ['93.184.215.14', '10.0.0.1']],
    ['a name of which one address is this machine in IPv6', ['2606:2800:21f:cb07::1', '::1']],
    ['a name that hides IPv4 in IPv6', ['::ffff:192.168.0.1']],
    ['a name that hides IPv4 in IPv6 as it was done long ago', ['::7f00:1']],
    ['a name with an address that nobody has', ['4000::1']],
  ])('%s', async (_, addresses) => {
    const { lookup } = names(addresses);
    expect(await problem(outside({ lookup }).read('https://feeds.example/'))).toBe('not-public');
  });

  test('a name that is private a moment later: the address that was looked at is the one that is asked', async () => {
    const other = createServer((_, response) => response.end('private')).listen(Number(port), '127.0.0.2');
    await once(other, 'listening');
    const { lookup, count } = names(['127.0.0.1'], ['127.0.0.2']);
    const allowed = { addresses: ['127.0.0.1'], ports: [port] };
    const reader = outside({ lookup, allowed, exempt: [] });
    expect(await reader.read(`http://feeds.example:${port}/`)).toMatchObject({ text: 'a calendar' });
    expect(count()).toBe(1);
    // Asked once more it is refused, and so is a redirect to the same name.
    expect(await problem(reader.read(`http://feeds.example:${port}/`))).toBe('not-public');
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    const again = names(['127.0.0.1'], ['127.0.0.2']);
    const second = outside({ lookup: again.lookup, allowed, exempt: [] });
    expect(await problem(second.read(`http://feeds.example:${port}/`))).toBe('not-public');
    other.close();
  });

  test.each([
    ['to this machine', 'http://127.0.0.1/', 'not-public'],
    ['to the metadata of a cloud', 'http://169.254.169.254/', 'not-public'],
    ['to another port', 'http://feeds.example:22/', 'bad-address'],
    ['with a password', 'http://a:b@feeds.example/', 'bad-address'],
    ['to a file', 'file:///etc/passwd', 'bad-address'],
    ['to nowhere', undefined, 'failing'],
    ['round and round', '/', 'redirects'],
  ])('what a redirect leads to: %s', async (_, location, why) => {
    answer = (__, response) => response.writeHead(302, location === undefined ? {} : { location }).end();
    expect(await problem(outside().read(`${origin}/`))).toBe(why);
    expect(asked.length).toBe(why === 'redirects' ? 4 : 1);
  });
});

test('a file is read after three redirects, without cookies, under our own name', async () => {
  answer = ({ url = '' }, response) => {
    const step = Number(url.slice(1));
    if (step < 3) response.writeHead(307, { location: `/${step + 1}`, 'set-cookie': 'a=b' }).end();
    else response.writeHead(200, { etag: '"one"', 'last-modified': 'Mon, 01 Jun 2026 00:00:00 GMT' }).end('Grüße');
  };
  const file = await outside().read(`${origin}/0`);
  expect(file).toEqual({ text: 'Grüße', version: { etag: '"one"', modified: 'Mon, 01 Jun 2026 00:00:00 GMT' } });
  expect(asked.map(({ headers }) => [headers['user-agent'], headers.cookie])).toEqual(
    Array.from({ length: 4 }, () => ['Folkmoot', undefined]),
  );
});

test('a file that is still the same is not sent again', async () => {
  answer = (request, response) => response.writeHead(request.headers['if-none-match'] === '"one"' ? 304 : 200).end('x');
  const version = { etag: '"one"', modified: null };
  expect(await outside().read(origin, version)).toEqual({ text: null, version });
  expect(asked[0]?.headers['if-modified-since']).toBeUndefined();
});

test.each([
  ['gzip', gzipSync('packed')],
  ['br', brotliCompressSync('packed')],
])('a file is unpacked: %s', async (packing, body) => {
  answer = (_, response) => response.writeHead(200, { 'content-encoding': packing }).end(body);
  expect((await outside().read(origin)).text).toBe('packed');
});

test('text in another character set is read in it', async () => {
  answer = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/calendar; charset=iso-8859-1' })
      .end(Buffer.from('Grüße', 'latin1'));
  expect((await outside().read(origin)).text).toBe('Grüße');
});

const zeros = Buffer.alloc(64 * 1024 * 1024);
const bombs: Record<string, { headers: Record<string, string>; send: (write: (chunk: Buffer) => boolean) => void }> = {
  'a gzip bomb': { headers: { 'content-encoding': 'gzip' }, send: (write) => void write(gzipSync(zeros)) },
  'a brotli bomb': {
    headers: { 'content-encoding': 'br' },
    send: (write) => void write(brotliCompressSync(zeros, { params: { 1: 1 } })),
  },
  'a large file': { headers: {}, send: (write) => void write(zeros.subarray(0, 6_000_000)) },
  'packed nothing': {
    headers: { 'content-encoding': 'gzip' },
    send: (write) => void write(Buffer.concat(Array.from({ length: 260_000 }, () => NOTHING))),
  },
};
const NOTHING = gzipSync('');

test.each(Object.entries(bombs))('%s is given up at five megabytes', async (_, { headers, send }) => {
  answer = (__, response) => {
    response.writeHead(200, headers);
    send((chunk) => response.write(chunk));
  };
  const before = process.memoryUsage().rss;
  expect(await problem(outside().read(origin))).toBe('too-large');
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

test.each([
  ['an answer', () => undefined],
  [
    'the rest of the answer',
    (response: { write(text: string): boolean }) => void response.write('BEGIN:VCALENDAR\r\n'),
  ],
])('nobody waits long for %s', async (_, begin) => {
  answer = (__, response) => begin(response);
  expect(await problem(outside({ patienceMs: 300 }).read(origin))).toBe('too-slow');
});

test.each([
  [404, 'not-found'],
  [410, 'not-found'],
  [401, 'denied'],
  [403, 'denied'],
  [500, 'failing'],
  [204, 'failing'],
])('status %s is %s, and nothing of the body is told', async (status, why) => {
  answer = (_, response) => response.writeHead(status).end(status === 204 ? '' : 'a secret');
  const error = await outside()
    .read(origin)
    .catch((thrown: OutsideError) => thrown);
  expect(error).toMatchObject({ problem: why });
  expect(JSON.stringify(error) + String(error)).not.toContain('secret');
});

test('a server that closes the door is not reached', async () => {
  answer = (request) => request.socket.destroy();
  expect(await problem(outside().read(origin))).toBe('unreachable');
});
