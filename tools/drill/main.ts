/**
 * `npm run drill -- compose | upgrade | failover | shards`: what an operator relies on, tried with real processes. `shards --sql` prints what Citus would be told. Ends with one line, `N passed, N failed`; where
 * programs are missing that it needs, it says so and counts nothing.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillCompose } from './compose.ts';
import { drillFailover } from './failover.ts';
import { citusStatements, drillShards } from './shards.ts';
import { drillUpgrade } from './upgrade.ts';

export type Check = (what: string, isSo: boolean, detail?: unknown) => void;

const drills: Record<string, (folder: string, check: Check) => Promise<void>> = {
  compose: drillCompose,
  upgrade: drillUpgrade,
  failover: drillFailover,
  shards: drillShards,
};

const [name = '', flag] = process.argv.slice(2);
if (name === 'shards' && flag === '--sql') {
  console.log(citusStatements());
  process.exit();
}
const drill = drills[name];
if (drill === undefined) {
  console.error(`npm run drill -- ${Object.keys(drills).join(' | ')}`);
  process.exit(2);
}

let [passed, failed] = [0, 0];
const check: Check = (what, isSo, detail) => {
  if (isSo) passed += 1;
  else failed += 1;
  console.log(`${isSo ? '✓' : '✗'} ${what}${isSo || detail === undefined ? '' : `: ${JSON.stringify(detail)}`}`);
};

const folder = mkdtempSync(join(tmpdir(), 'folkmoot-drill-'));
// PostgreSQL of another user has to pass through.
chmodSync(folder, 0o755);
try {
  await drill(folder, check);
} catch (error) {
  console.error(error);
  failed += 1;
}
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
