import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* docs/scaling.md says by which column each table could be distributed, and which keys stand in the way. */

const doc = readFileSync(join(import.meta.dirname, '../../../../docs/scaling.md'), 'utf8');

/** All names in code quotes. */
const names = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/** The text below a heading of the page. */
const section = (title: string) => doc.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

/** The column by which a table is split; `copied` to each machine; or `local`, on one of them. */
export type Place = { table: string; key: string } | { table: string; key: undefined; is: 'copied' | 'local' };

/** Every table of the page. */
export const places: Place[] = section('The distribution keys')
  .split('\n')
  .filter((line) => /^\| (`|copied|local)/.test(line))
  .flatMap((line) => {
    const [, first = '', tables = ''] = line.split('|');
    const [key] = names(first);
    const is = first.trim() === 'copied' ? 'copied' : 'local';
    return names(tables).map((table) => (key === undefined ? { table, key, is } : { table, key }));
  });

/** The distribution keys by table; undefined where a table is not split. */
export const keys: ReadonlyMap<string, string | undefined> = new Map(places.map(({ table, key }) => [table, key]));

/** True for a table that each machine has a copy of. */
export const isCopied = (table: string) =>
  places.some((place) => place.table === table && place.key === undefined && place.is === 'copied');

/** The keys below a heading, such as `messages (author_id) → users`, in the order of their names. */
export const listed = (title: string) =>
  names(section(title).split('\nRemoved')[0] ?? '')
    .filter((name) => name.includes('('))
    .sort();
