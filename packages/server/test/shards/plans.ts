import { readFileSync } from 'node:fs';
import { keys } from './keys.ts';

/* What PostgreSQL's `auto_explain` writes into the log: the plan of each statement as it was carried out, with the plans of nothing else. */

export const AUTO_EXPLAIN: Record<string, string> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_verbose': 'on',
  'auto_explain.log_parameter_max_length': '0',
  // The tables of a drill are nearly empty: this is how those of an installation that needs several machines are read.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

type Node = { 'Node Type': string; 'Relation Name'?: string; Schema?: string; Plans?: Node[] } & Record<
  string,
  unknown
>;

/** How many parts of a table a statement reads: one; one for each row that it comes from; or all of them. */
export type Reach = 'one' | 'each' | 'all';

const ORDER: Reach[] = ['one', 'each', 'all'];

/** A statement, and what it reads of each split table. */
export type Explained = { text: string; reach: Map<string, Reach> };

/** The statements in a part of the log, in their order. */
export function explainedIn(log: string, from: number): Explained[] {
  const text = readFileSync(log).subarray(from).toString('utf8');
  const entries = text.split(/^\d{4}-\d\d-\d\d .*? LOG: {2}duration: .* plan:$/m).slice(1);
  return entries.map((entry) => {
    const json = entry.slice(0, entry.search(/^\d{4}-\d\d-\d\d /m) >>> 0);
    const { 'Query Text': query, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Node };
    return { text: query, reach: reachOf(plan) };
  });
}

/** The conditions under which a part is read. */
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'TID Cond'];

function reachOf(plan: Node): Map<string, Reach> {
  // Of each place in the statement that reads a table: its parts, and whether each of them is asked for one key.
  const places = new Map<Node, { table: string; parts: Set<string>; byKey: boolean }>();
  const visit = (node: Node, above: Node | undefined) => {
    const { Schema: part = '', 'Relation Name': table = '' } = node;
    const key = keys.get(table);
    if (node['Node Type'].includes('Scan') && part.startsWith('shard_') && key !== undefined) {
      const at = above !== undefined && /Append$/.test(above['Node Type']) ? above : node;
      const place = places.get(at) ?? { table, parts: new Set(), byKey: true };
      place.parts.add(part);
      place.byKey &&= asksFor(key, node);
      places.set(at, place);
    }
    for (const inner of node.Plans ?? []) visit(inner, node);
  };
  visit(plan, undefined);
  const reach = new Map<string, Reach>();
  for (const { table, parts, byKey } of places.values()) {
    const is: Reach = parts.size === 1 ? 'one' : byKey ? 'each' : 'all';
    reach.set(table, worst(is, reach.get(table) ?? 'one'));
  }
  return reach;
}

/** The one that reads more. */
export function worst(one: Reach, other: Reach): Reach {
  return ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other;
}

function asksFor(key: string, node: Node): boolean {
  const inner = (node.Plans ?? []).filter((each) => each['Node Type'] === 'Bitmap Index Scan');
  const said = [node, ...inner].flatMap((each) => CONDITIONS.map((name) => String(each[name] ?? '')));
  return said.some((text) => new RegExp(`\\b${key} = |= [\\w.]*\\b${key}\\)`).test(text));
}
