import { sql } from 'kysely';
import { DELETED_MEMBER } from '../id.ts';
import type { EraseStep, PersonalData } from '../personal-data.ts';

/*
 * What follows from the declarations of personal data alone: rows of a person are deleted, and pointers cut.
 * Each step changes at most so many rows, in a transaction of its own, and can be repeated.
 */

type Declared = { table: string } & { [list in 'rowsOf' | 'cut' | 'nobody']?: readonly string[] };

/** All steps after which nothing names or points at a person, in order: those of later slices first. */
export function stepsOf(slices: readonly PersonalData[]): EraseStep[] {
  const declared = slices
    .toReversed()
    .flatMap(({ tables }) => Object.entries(tables).map(([table, data]) => ({ table, ...data }) as Declared))
    // The person's own row goes last of all.
    .filter(({ table }) => table !== 'users');
  return [
    ...slices.toReversed().flatMap(({ steps = [] }) => steps),
    ...declared.flatMap(({ table, rowsOf = [] }) => rowsOf.map((column) => deleting(table, column))),
    ...declared.flatMap(({ table, cut = [], nobody = [] }) => [
      ...cut.map((column) => cutting(table, column, null)),
      ...nobody.map((column) => cutting(table, column, DELETED_MEMBER)),
    ]),
    ...slices.flatMap(({ last = [] }) => last),
  ];
}

/** Rows that are read and locked, so that they are where they were found. In a table of several parts another row may be there too: it is not the person's. */
const found = (table: string, column: string, id: string, most: number) =>
  sql`ctid = any(array(select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${most} for update)) and ${sql.ref(column)} = ${id}`;

function deleting(table: string, column: string): EraseStep {
  return async (tx, { id }, most) => {
    const done = await sql`delete from ${sql.table(table)} where ${found(table, column, id, most)}`.execute(tx);
    return Number(done.numAffectedRows ?? 0);
  };
}

function cutting(table: string, column: string, to: string | null): EraseStep {
  return async (tx, { id }, most) => {
    const done =
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}::uuid where ${found(table, column, id, most)}`.execute(
        tx,
      );
    return Number(done.numAffectedRows ?? 0);
  };
}
