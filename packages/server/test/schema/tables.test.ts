import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { migrate, migrationNames } from '../../src/core/db/migrate.ts';
import { openMemory } from '../../src/core/db/open.ts';
import { typesOf } from '../../src/db-types.ts';

test('core/db/tables.ts matches the migrations; run `npm run db -- types` after a new one', async () => {
  const database = await openMemory();
  expect(await migrate(database, systemClock)).toEqual(migrationNames());
  expect(await migrate(database, systemClock)).toEqual([]);
  expect(readFileSync(join(import.meta.dirname, '../../src/core/db/tables.ts'), 'utf8')).toBe(await typesOf(database));
  await database.close();
});
