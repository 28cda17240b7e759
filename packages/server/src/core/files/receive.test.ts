import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createFiles } from './files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-files-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('an upload that is too long at its first bytes leaves nothing on the disk, however many come at once', async () => {
  const files = createFiles({ dataDir, s3: undefined });
  if (files.kind !== 'disk') throw new Error('There is no bucket here.');
  const receive = (n: number) => files.receive(`incoming/${n}`, Readable.from([Buffer.alloc(10)]), 1);
  const outcomes = await Promise.all(Array.from({ length: 300 }, (_, n) => receive(n)));
  expect(new Set(outcomes)).toEqual(new Set(['more']));
  // What is opened late would come after this.
  await files.receive('incoming/last', Readable.from([Buffer.alloc(1)]), 1);
  expect(readdirSync(join(dataDir, 'files/incoming'))).toEqual(['last']);
});
