import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { systemClock } from './core/clock.ts';
import { allRows, type Database } from './core/db/db.ts';
import { openMemory } from './core/db/open.ts';
import { migrate } from './core/db/migrate.ts';

type Column = { table_name: string; column_name: string; udt_name: string; is_nullable: 'YES' | 'NO'; has_default: boolean };

const TYPES: Record<string, string> = {
  uuid: 'string', text: 'string', bool: 'boolean', int4: 'number', int8: 'number', float8: 'number', timestamptz: 'Date', jsonb: 'unknown', _text: 'string[]', _uuid: 'string[]', tsvector: 'string', bytea: 'Buffer',
};

/** The text of `core/db/tables.ts` for a migrated database: one type a table, as Kysely wants them. */
export async function typesOf(database: Database): Promise<string> {
  const columns = await allRows(
    database.db,
    sql<Column>`select table_name, column_name, udt_name, is_nullable, column_default is not null as has_default
      from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
      order by table_name, ordinal_position`,
  );
  const tables = Map.groupBy(columns, (column) => column.table_name);
  const lines = ["// Written by `npm run db -- types` from the migrations. A test fails when it is out of date.", "import type { Generated } from 'kysely';", '', 'export type Tables = {'];
  for (const [table, rows] of tables) {
    lines.push(`  ${table}: {`, ...rows.map((row) => `    ${row.column_name}: ${typeOf(row)};`), '  };');
  }
  return `${lines.join('\n')}\n};\n`;
}

function typeOf(column: Column): string {
  const plain = TYPES[column.udt_name];
  if (!plain) throw new Error(`No type is known for ${column.table_name}.${column.column_name} (${column.udt_name}).`);
  const type = column.is_nullable === 'YES' ? `${plain} | null` : plain;
  return column.has_default ? `Generated<${type}>` : type;
}

/** Writes `core/db/tables.ts` again from the migrations. */
export async function writeTypes(): Promise<void> {
  const database = await openMemory();
  await migrate(database, systemClock);
  writeFileSync(join(import.meta.dirname, 'core/db/tables.ts'), await typesOf(database));
  await database.close();
}
