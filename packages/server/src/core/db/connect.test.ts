import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ConfigError } from '../config-checks.ts';
import { checkPostgres } from './connect.ts';

/* A server that speaks the first words of PostgreSQL's protocol (version 3, chapter 53 of its manual). */

let server: Server | undefined;
afterEach(() => void server?.close());

function message(type: string, ...parts: (number | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`);
      const number = Buffer.alloc(4);
      number.writeInt32BE(part);
      return number;
    }),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const error = (code: string, text: string) => message('E', 'SFATAL', `C${code}`, `M${text}`, '');
const welcome = (version: string) =>
  Buffer.concat([message('R', 0), message('S', 'server_version', version), Buffer.from([90, 0, 0, 0, 5, 73])]);

async function answering(...answer: Buffer[]): Promise<string> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(Buffer.concat(answer)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `postgres://moot:secret@127.0.0.1:${(server.address() as AddressInfo).port}/folkmoot`;
}

test.each([
  [
    'an old version',
    [welcome('13.4')],
    /^DATABASE_URL: 127\.0\.0\.1:\d+ runs PostgreSQL 13\.4\. Folkmoot needs PostgreSQL 15 or later\.$/,
  ],
  [
    'a wrong password',
    [error('28P01', 'password authentication failed for user "moot"')],
    /does not let moot in: password authentication failed/,
  ],
  [
    'a missing database',
    [error('3D000', 'database "folkmoot" does not exist')],
    /has no database named folkmoot\. Create it first\.$/,
  ],
  ['no free connection', [error('53300', 'sorry, too many clients already')], /has no connection left/],
])('%s is reported in one line that names the setting and no password', async (_, answer, says) => {
  const refused = await checkPostgres(await answering(...answer)).catch((reason: unknown) => reason);
  expect(refused).toBeInstanceOf(ConfigError);
  const { message: said } = refused as ConfigError;
  expect(said).toMatch(says);
  expect(said).not.toMatch(/secret|\n/);
});

test('a recent enough version is accepted', async () => {
  await expect(checkPostgres(await answering(welcome('15.19 (Debian 15.19-0+deb12u1)')))).resolves.toBeUndefined();
});

test('an address where nothing answers is reported in one line', async () => {
  const url = await answering();
  server?.close();
  await expect(checkPostgres(url)).rejects.toThrow(
    /^DATABASE_URL: no PostgreSQL server answers at 127\.0\.0\.1:\d+\. Start it, or correct the address\.$/,
  );
});
