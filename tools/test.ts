/**
 * `npm test`: types, lint, house rules, unused code, unit and API tests, journeys in a browser. Ends with one line,
 * `N passed, N failed`. `npm test -- api` (or `unit`, `e2e`, `checks`, several at once) runs a part; everything else
 * on the line goes on to Vitest or Playwright as a filter: `npm test -- api channels`. The word `ci` adds what CI
 * runs for each merge, `all` leaves nothing out, and `database` leaves out tests that do not depend on a database: see
 * CONTRIBUTING.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ran, runTool } from './command.ts';
import { keepTemporaryFilesInMemory } from './temporary.ts';
import { type Counts, playwrightCounts, vitestCounts } from './test-counts.ts';
import { checkTypes } from './types.ts';
import { buildWeb, isWebStale } from './web-build.ts';

const parts = ['checks', 'unit', 'api', 'e2e', 'looks', 'engines'] as const;
type Part = (typeof parts)[number];
type Step = { name: string; part: Part[]; run: () => Promise<Counts>; beside?: true };

const unitProjects = ['contract', 'web', 'components', 'sandbox', 'tools'];
const scopes = ['ci', 'all', 'database'];
const words = process.argv.slice(2).filter((word) => !scopes.includes(word));
const scope = process.argv.slice(2).find((word) => scopes.includes(word));
if (scope !== undefined) process.env.TEST_SCOPE = scope;
const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word);
// Pictures of screens are compared, and further engines tried, when they are asked for, and by CI.
const chosen = words.some(isPart)
  ? words.filter(isPart)
  : parts.filter((part) => part !== 'looks' && part !== 'engines');
const filters = words.filter((word) => !isPart(word));
// A run of a feature has all of its journeys.
if (filters.length > 0) process.env.TEST_SCOPE ??= 'feature';
keepTemporaryFilesInMemory();
const reports = mkdtempSync(join(tmpdir(), 'folkmoot-reports-'));

const steps: Step[] = [
  check('types', checkTypes),
  check('lint and format', () =>
    runTool('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=100', '.']),
  ),
  check('styles', () => runTool('node_modules/stylelint/bin/stylelint.mjs', ['packages/web/src/**/*.css'])),
  check('house rules', () => runTool('tools/house-rules.mjs', [])),
  check('unused code', () => runTool('node_modules/knip/bin/knip.js', ['--no-progress', '--no-config-hints'])),
  // Journeys build it themselves where it is stale; here it is ready when they begin.
  ...(chosen.includes('e2e') && isWebStale() ? [{ ...check('web build', builds), part: ['e2e' as const] }] : []),
  { name: 'tests', part: ['unit', 'api'], run: vitest },
  { name: 'journeys', part: ['e2e'], run: () => playwright('e2e/playwright.config.ts') },
  { name: 'pictures', part: ['looks'], run: () => playwright('e2e/looks/playwright.config.ts') },
  { name: 'engines', part: ['engines'], run: () => playwright('e2e/engines/playwright.config.ts') },
];

/** A program that is right or wrong as a whole; what it says is shown only when it is wrong. */
function check(name: string, run: () => Promise<Ran>): Step {
  const counted = async () => {
    const { code, output } = await run();
    if (code !== 0) console.log(output.trimEnd());
    return code === 0
      ? { passed: 1, failed: 0, skipped: 0, failures: [] }
      : { passed: 0, failed: 1, skipped: 0, failures: [name] };
  };
  return { name, part: ['checks'], run: counted, beside: true };
}

async function builds(): Promise<Ran> {
  return buildWeb().then(
    () => ({ code: 0, output: '' }),
    ({ message }: Error) => ({ code: 1, output: message }),
  );
}

async function vitest(): Promise<Counts> {
  const file = join(reports, 'vitest.json');
  const projects = [...(chosen.includes('unit') ? unitProjects : []), ...(chosen.includes('api') ? ['server'] : [])];
  const args = [
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { code } = await runTool('node_modules/vitest/vitest.mjs', [...args, ...filters], { show: true });
  return vitestCounts(file, code);
}

async function playwright(config: string): Promise<Counts> {
  const file = join(reports, 'playwright.json');
  const { code } = await runTool('node_modules/@playwright/test/cli.js', ['test', '-c', config, ...filters], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  return playwrightCounts(file, code);
}

const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
const wanted = steps.filter(({ part }) => part.some((name) => chosen.includes(name)));
// The checks run side by side; the tests have the processors to themselves.
await Promise.all(wanted.filter(({ beside }) => beside).map(take));
for (const step of wanted.filter(({ beside }) => !beside)) await take(step);

async function take(step: Step): Promise<void> {
  const since = performance.now();
  const counts = await step.run().catch((error: unknown): Counts => {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0, failures: [step.name] };
  });
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.failures.push(...counts.failures);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
  console.log(
    `${counts.failed === 0 ? '✓' : '✗'} ${step.name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`,
  );
}

rmSync(reports, { recursive: true });
// At the end, where it is seen without scrolling; `.ci/run` repeats what follows this line.
if (total.failures.length > 0) console.log(`Failed:\n${total.failures.map((each) => `  ✗ ${each}`).join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
