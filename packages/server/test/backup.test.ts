import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listMessages, sendMessage } from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../src/core/clock.ts';
import { type Db, openMemory } from '../src/core/db.ts';
import { backup, restore } from '../src/core/db-backup.ts';
import { newId } from '../src/core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../src/seed/builders.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'folkmoot-backup-'));
const file = join(folder, 'backup.jsonl.gz');

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const TABLES = [
  'users',
  'servers',
  'aliases',
  'roles',
  'members',
  'invite_codes',
  'conversations',
  'conversation_members',
  'messages',
  'mentions',
  'reactions',
  'channels',
  'categories',
  'audit_log',
  'installation',
  'accounts',
];

/** Every row of every table, in one order. */
async function everything(db: Db): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of TABLES)
    all[table] = (
      await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db)
    ).rows;
  return all;
}

test('a backup restores every row into an empty database of the other kind too, and only once', async () => {
  const [creator, ana] = [await world.person({ firstName: 'Ågot', lastName: 'Ødegård' }), await world.person()];
  const { id: serverId } = await makeCommunity(world.db, creator.id, {
    description: 'tabs\tand "quotes"\nand lines 🏺',
  });
  await addMembers(world.db, serverId, [ana.id]);
  const place = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, ana.id] });
  // More than two batches, so that their seams are crossed.
  for (let n = 0; n < 1100; n += 1)
    await world.call(
      sendMessage,
      { conversationId: place.conversationId, clientId: newId(), text: `${n} @${ana.username} ümlaut` },
      creator,
    );
  await backup(world.database, file, systemClock);

  const other = await openMemory();
  expect(await restore(other, file, systemClock)).toBeGreaterThan(2200);
  expect(await everything(other.db)).toEqual(await everything(world.db));
  await expect(restore(other, file, systemClock)).rejects.toThrow('not empty');
  await other.close();
  expect((await world.call(listMessages, { conversationId: place.conversationId }, ana)).data.version).toBe(1100);
});

test('a torn file is refused before anything is written', async () => {
  truncateSync(file, 2000);
  const other = await openMemory();
  await expect(restore(other, file, systemClock)).rejects.toThrow();
  await expect(sql`select 1 from users`.execute(other.db)).rejects.toThrow();
  await other.close();
});
