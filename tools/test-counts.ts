import { existsSync, readFileSync } from 'node:fs';

/** The result of a step. A check, such as the linter, counts as one. */
export type Counts = { passed: number; failed: number; skipped: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number };
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

/** What Playwright's JSON report says. */
export function playwrightCounts(file: string, code: number): Counts {
  const report = read<PlaywrightReport>(file);
  if (report === null) return crashed;
  const { expected, unexpected, skipped } = report.stats;
  return honest(code, { passed: expected, failed: unexpected, skipped });
}

const crashed: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A program that ends badly without naming a failed test has failed all the same: an error outside any test. */
function honest(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}
