import { existsSync, readFileSync } from 'node:fs';

/**
 * The result of a step. A check, such as the linter, counts as one. `unsteady` names what passed only when it was
 * tried again, which happens if `TEST_RETRIES` allows it.
 */
export type Counts = { passed: number; failed: number; skipped: number; unsteady?: string[] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

type Suite = { suites?: Suite[]; specs?: { title: string; file: string; tests: { status: string }[] }[] };

type PlaywrightReport = Suite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

/** What Vitest's JSON report says. A file that could not even be loaded contains no tests and counts as one failed. */
export function vitestCounts(file: string, code: number): Counts {
  const report = read<VitestReport>(file);
  if (report === null) return crashed;
  const unloaded = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloaded.length;
  return honest(code, { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests });
}

/** What Playwright's JSON report says. A journey that needed a second try has passed, and is named. */
export function playwrightCounts(file: string, code: number): Counts {
  const report = read<PlaywrightReport>(file);
  if (report === null) return crashed;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return honest(code, { passed: expected + flaky, failed: unexpected, skipped, unsteady: unsteadyIn(report) });
}

function unsteadyIn({ suites = [], specs = [] }: Suite): string[] {
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...here.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(unsteadyIn)];
}

const crashed: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A program that ends badly without naming a failed test has failed all the same: an error outside any test. */
function honest(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}
