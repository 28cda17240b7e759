import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sendMessage } from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unzip } from '../../../test/fixtures/zip.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { copiedTables, readOwn } from '../../core/db/export-person.ts';
import { archiveName } from '../../core/export/archive-names.ts';
import { writeArchive } from '../../core/export/write-archive.ts';
import { createFiles } from '../../core/files/files.ts';
import { newId } from '../../core/id.ts';
import { makeChannel, makeCommunity } from '../../seed/builders.ts';
import { SLICES } from '../../slices.ts';
import { fillArchive } from './archive-actions.ts';

/* What a copy is made of, with hostile names, long lists and full disks. */

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-export-'));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const HOSTILE = [
  '../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/shadow',
  'C:\\windows\\win.ini',
  'a\0b\r\n.txt',
  '<script>alert(1)</script>.html',
  '"><img src=x onerror=alert(1)>.png',
  `${'ä'.repeat(5000)}.jpeg`,
  `${'👩‍👩‍👧'.repeat(300)}.png`,
  '\u202egpj.exe',
  '....',
  '',
  'CON',
  'kiln \ud800.jpg',
];

describe('names of files', () => {
  test.each(HOSTILE)('a hostile name leads nowhere: %#', (given) => {
    const name = archiveName(given, 7);
    expect(name).toMatch(/^files\/00007 [^/\\:*?"<>|]+$/);
    expect([...name].filter((letter) => letter < ' ' || letter === '\u202e')).toEqual([]);
    expect(Buffer.byteLength(name)).toBeLessThan(200);
    expect(name.isWellFormed()).toBe(true);
    expect(name).not.toMatch(/[. ]$/);
  });

  test('what is harmless stays as it is', () => {
    expect(archiveName('Ofen – 窯 👩‍🍳.jpg'.replace('\u200d', ''), 12)).toBe('files/00012 Ofen – 窯 👩🍳.jpg');
    expect(archiveName(`${'x'.repeat(400)}.jpeg`, 1)).toMatch(/^files\/00001 x{155}\.jpeg$/);
  });
});

test('hostile names and files end in an archive that unpacks into its folder, with a page that runs nothing', async () => {
  const me = await world.person({ firstName: '<script>alert(1)</script>', lastName: '"onload="x', username: 'eve' });
  const files = createFiles(world.config);
  for (const [nth, fileName] of HOSTILE.filter((name) => !name.includes('\0')).entries()) {
    const [id, key] = [newId(), `aa/${newId()}`];
    const bytes = Buffer.from(`bytes ${nth}`);
    if (files.kind === 'disk') await files.receive(`${key}/original`, Readable.from([bytes]), bytes.length);
    const variants = JSON.stringify({ original: { size: bytes.length, mimeType: 'application/octet-stream' } });
    await sql`insert into files (id, owner_id, type, file_name, declared_type, size, key, state, variants, expires_at, created_at)
      values (${id}, ${me.id}, 'message', ${fileName.toWellFormed()}, 'x/y', ${bytes.length}, ${key}, 'ready', ${variants}::jsonb, ${world.clock.now()}, ${world.clock.now()})`.execute(
      world.db,
    );
  }
  const path = join(folder, 'hostile.zip');
  const archive = writeArchive(path, world.clock.now());
  const personalData = SLICES.flatMap(({ name, personalData }) =>
    personalData ? [{ slice: name, ...personalData }] : [],
  );
  const person = { userId: me.id, username: me.username, name: `${me.firstName} ${me.lastName}` };
  const steps: number[] = [];
  await fillArchive(archive, {
    ...{ db: world.db, files, personalData, config: world.config, appUrl: () => 'https://folk.example', person },
    at: world.clock.now(),
    step: async (items) => void steps.push(items),
    // There is room for ten of them.
    mostBytes: 75,
  });
  await archive.end();
  const unpacked = await unzip(readFileSync(path));
  const inFolder = [...unpacked.keys()].filter((name) => name.startsWith('files/'));
  expect(inFolder.length).toBe(10);
  expect(unpacked.get(inFolder[0] ?? '')).toBe('bytes 0');
  const index = unpacked.get('index.html') ?? '';
  expect(index).not.toMatch(/<script|<img|<[^>]*\son\w+=|\u202e/);
  expect(index).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(index).toContain("default-src 'none'");
  expect(index.match(/\(not included\)/g)?.length).toBe(3);
  expect(index).not.toMatch(/(?:src|href)="(?:https?:|\/)/);
  // Everything counts as a step, so that it can be stopped between any two of them.
  expect(steps.length).toBeGreaterThan(13);
});

test('rows are read a few at a time, each once, however many there are', async () => {
  const [me, other] = [await world.person(), await world.person()];
  const { id: serverId } = await makeCommunity(world.db, me.id);
  for (let channel = 0; channel < 3; channel += 1) {
    const { conversationId } = await makeChannel(world.db, serverId, me.id, { members: [me.id, other.id] });
    for (const person of [me, other, me, me, me, other, me, me, me, me])
      await world.call(sendMessage, { conversationId, clientId: newId(), text: person.username } as never, person);
  }
  const tables = SLICES.flatMap(({ personalData }) => (personalData ? copiedTables(personalData) : []));
  const messages = tables.find(({ table }) => table === 'messages');
  if (!messages) throw new Error('There is no such table.');
  // Keys are found for twenty batches at a time: of one row each, they are found twice.
  for (const most of [1, 2, 7, 24, 25]) {
    const batches: Record<string, unknown>[][] = [];
    for await (const batch of readOwn(world.db, messages, me.id, most)) batches.push(batch);
    const rows = batches.flat();
    expect([most, rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([most, 24, 24]);
    expect(rows.every(({ text }) => text === me.username)).toBe(true);
    expect(Math.max(...batches.map(({ length }) => length))).toBe(Math.min(most, 24));
  }
});

test.skipIf(!existsSync('/dev/full'))('a full disk is an error, and nothing waits for it for ever', async () => {
  const archive = writeArchive('/dev/full', world.clock.now());
  const endless = async function* () {
    for (;;) yield newId().repeat(1000);
  };
  await expect(archive.add('data/a.json', endless())).rejects.toThrow('ENOSPC');
  archive.destroy();
});

test('a source that fails is an error', async () => {
  const archive = writeArchive(join(folder, 'broken.zip'), world.clock.now());
  const broken = async function* () {
    yield 'x';
    throw new Error('The database went away.');
  };
  await expect(archive.add('data/a.json', broken())).rejects.toThrow('went away');
  await expect(archive.add('data/b.json', broken())).rejects.toThrow('went away');
  archive.destroy();
});
