import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { places } from '../../packages/server/test/shards/keys.ts';
import { runTool } from '../command.ts';
import { keepTemporaryFilesInMemory } from '../temporary.ts';
import { root } from '../web-build.ts';
import type { Check } from './main.ts';
import { KNOWN, SUITES } from './shards-known.ts';
import { compareWithKnown, type FileResult } from './shards-report.ts';

/*
 * A database whose tables are split by the distribution keys of docs/scaling.md, on PostgreSQL's own hash partitions: it holds the API tests against them,
 * and says which parts the most frequent statements read.
 */

/** What Citus would be told, from the table of docs/scaling.md. All keys are of one type, so rows with the same value of it are kept together. */
export function citusStatements(): string {
  return places
    .toSorted((one, other) => Number(one.key !== undefined) - Number(other.key !== undefined))
    .flatMap((place) => {
      if (place.key !== undefined) return [`select create_distributed_table('${place.table}', '${place.key}');`];
      return place.is === 'copied' ? [`select create_reference_table('${place.table}');`] : [];
    })
    .join('\n');
}

/** Fewer than this means that the files were not found, not that all is well. */
const FEWEST = 1500;

export async function drillShards(folder: string, check: Check): Promise<void> {
  const since = performance.now();
  const file = join(folder, 'tests.json');
  keepTemporaryFilesInMemory();
  // The PostgreSQL that comes along, whose log has the plans.
  for (const name of ['DATABASE_URL', 'EMBEDDED_DATABASE', 'REDIS_URL']) delete process.env[name];
  const { output } = await runTool(
    'node_modules/vitest/vitest.mjs',
    ['run', '--project=server', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...SUITES],
    { env: { TEST_SHARDS: '1', TEST_SCOPE: 'database', TMPDIR: process.env.TMPDIR ?? folder } },
  );
  const said = stripVTControlCharacters(output);
  for (const line of said.split('\n')) if (line.startsWith('shards: ')) console.log(line);
  if (!existsSync(file)) throw new Error(`Vitest wrote no report:\n${said.slice(-2000)}`);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: FileResult[] };
  const results = testResults.map((result) => ({
    ...result,
    name: relative(join(root, 'packages/server'), result.name),
  }));
  const { passed, known, wrong } = compareWithKnown(results, KNOWN);
  for (const { what, detail } of wrong) check(what, false, detail);
  // Vitest counts it nowhere: it belongs to no test.
  check('no error outside any test', !/caught \d+ unhandled error/.test(said), said.slice(-2000));
  check(`${passed} API tests pass on split tables, and ${known} fail as shards-known.ts says`, passed >= FEWEST);
  console.log(`shards: ${Math.round((performance.now() - since) / 1000)} seconds`);
}
