import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { clamScanner } from './scanner.ts';

const folder = mkdtempSync(join(tmpdir(), 'folkmoot-scan-'));
let server: Server | undefined;
afterEach(() => void server?.close());
afterAll(() => rmSync(folder, { recursive: true }));

/** A daemon that reads `zINSTREAM` as clamd does, and finds the EICAR test file. */
async function daemon(answer?: string) {
  server = createServer((socket) => {
    let given = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      given = Buffer.concat([given, data]);
      const head = 'zINSTREAM\0';
      if (!given.subarray(0, head.length).equals(Buffer.from(head))) return;
      const chunks: Buffer[] = [];
      for (let at = head.length; at + 4 <= given.length; ) {
        const length = given.readUInt32BE(at);
        if (length === 0)
          return socket.end(
            answer ?? `stream: ${Buffer.concat(chunks).includes('EICAR') ? 'Eicar-Test-Signature FOUND' : 'OK'}\0`,
          );
        if (at + 4 + length > given.length) return;
        chunks.push(given.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return clamScanner({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
}

function file(content: string): string {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
}

test('a clean file of several chunks passes, and an infection is named', async () => {
  const scanner = await daemon();
  expect(await scanner.scan(file('clean'.repeat(100_000)))).toBeUndefined();
  expect(await scanner.scan(file(`${'x'.repeat(200_000)}EICAR`))).toBe('Eicar-Test-Signature');
});

test('a scanner that fails or does not answer lets nothing pass', async () => {
  await expect((await daemon('INSTREAM size limit exceeded. ERROR\0')).scan(file('a'))).rejects.toThrow(
    'gave no verdict',
  );
  if (!server) throw new Error('There is no daemon.');
  const { port } = server.address() as AddressInfo;
  server.close();
  await expect(clamScanner({ host: '127.0.0.1', port }).scan(file('a'))).rejects.toThrow();
});
