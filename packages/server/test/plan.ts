import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { allRows, type Db } from '../src/core/db/db.ts';

/* What a statement really reads, as PostgreSQL reports it. */

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

/** A statement's plan after it ran. */
export type Plan = {
  /** Rows of a table that were looked at, whether they were wanted or not. */
  read(table: string): number;
  /** Rows of all tables together. */
  readonly rows: number;
  /** The most rows that anything sorted. */
  sorted: number;
  indexes: ReadonlySet<string>;
};

/** Runs a statement and says what it read. */
export async function planOf(db: Db, statement: RawBuilder<unknown>): Promise<Plan> {
  return readPlan(await allRows(db, sql<PlanRow>`explain (analyze, format json) ${statement}`));
}

/** What the statements of a call read, which was recorded by `countQueries`: those that only read. */
export async function plansOf(db: Db, queries: readonly CompiledQuery[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  const reading = queries.filter(
    ({ sql: text }) =>
      /^\s*(select|with)\b/i.test(text) &&
      !/\b(insert into|update|delete from)\s/i.test(text.replaceAll('for update', '')),
  );
  for (const query of reading) {
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]);
    plans.push(readPlan((await db.executeQuery<PlanRow>(explained)).rows));
  }
  return plans;
}

export type PlanRow = { 'QUERY PLAN': [{ Plan: Node }] };

export function readPlan(rows: PlanRow[]): Plan {
  const nodes: Node[] = [];
  const visit = (node: Node) => {
    nodes.push(node);
    for (const part of node.Plans ?? []) visit(part);
  };
  for (const row of rows) visit(row['QUERY PLAN'][0].Plan);
  // PostgreSQL says the average of all loops, which it has rounded: of 500 rows in 3 loops, 166.67.
  const looked = (node: Node) =>
    Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
  const total = (some: Node[]) => some.reduce((sum, node) => sum + looked(node), 0);
  return {
    read: (table) => total(nodes.filter((node) => node['Relation Name'] === table)),
    rows: total(nodes.filter((node) => node['Relation Name'] !== undefined)),
    sorted: Math.max(
      0,
      ...nodes
        .filter((node) => node['Node Type'].includes('Sort'))
        .flatMap((node) => (node.Plans ?? []).map((input) => input['Actual Rows'])),
    ),
    indexes: new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
  };
}
