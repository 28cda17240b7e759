import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The result of a step. A check, such as the linter, counts as one. `failures`: what failed, with its first message. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

type PlaywrightError = { message?: string; location?: { file: string; line: number } };

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; ok: boolean; tests: { results: { errors: PlaywrightError[] }[] }[] }[];
};

/** What Vitest's JSON report says. A file that could not even be loaded contains no tests and counts as one failed. */
export function vitestCounts(file: string, code: number): Counts {
  const report = read<VitestReport>(file);
  if (report === null) return crashed(file);
  const unloaded = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  const failures = [
    ...unloaded.map((result) => failure(where(result), result.message)),
    ...report.testResults.flatMap((result) =>
      result.assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => failure(`${where(result)} > ${test.fullName}`, test.failureMessages[0])),
    ),
  ];
  const failed = report.numFailedTests + unloaded.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return honest(code, { passed: report.numPassedTests, failed, skipped, failures });
}

/** What Playwright's JSON report says. */
export function playwrightCounts(file: string, code: number): Counts {
  const report = read<PlaywrightReport>(file);
  if (report === null) return crashed(file);
  const { expected, unexpected, skipped } = report.stats;
  const failures = [
    ...report.errors.map(({ message }) => failure('outside any journey', message)),
    ...report.suites.flatMap((suite) => failedSpecs(suite, [])),
  ];
  return honest(code, { passed: expected, failed: unexpected, skipped, failures });
}

function failedSpecs(suite: PlaywrightSuite, above: string[]): string[] {
  const path = [...above, suite.title];
  const own = suite.specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      // A journey out of time has two errors: that it was, and the line that it was waiting at.
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return failure([...path, spec.title].join(' > '), errors.map(described).join('\n'));
    });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failedSpecs(inner, path))];
}

function described({ message = '', location }: PlaywrightError): string {
  return location ? `${message}\n  at ${basename(location.file)}:${location.line}` : message;
}

/** The file of a result, as a person would type it. */
const where = ({ name }: { name: string }): string => relative(process.cwd(), name);

/** The lines of a message that are shown: enough for what a journey was waiting for. */
const LINES = 16;

/** A name and the first lines of what went wrong, indented below it. */
function failure(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [name, ...lines.slice(0, LINES).map((line) => `    ${line}`)].join('\n');
}

const crashed = (file: string): Counts => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [`a program that wrote no report (${basename(file)})`],
});

/** A program that ends badly without naming a failed test has failed all the same: an error outside any test. */
function honest(code: number, counts: Counts): Counts {
  if (code === 0 || counts.failed > 0) return counts;
  const failures = counts.failures.length > 0 ? counts.failures : ['an error outside any test: see above'];
  return { ...counts, failed: 1, failures };
}

function read<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}
