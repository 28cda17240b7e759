import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playwrightCounts } from './test-counts.ts';

function report(content: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'folkmoot-counts-')), 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const journey = (title: string, status: string) => ({ title, file: 'journeys/a.spec.ts', tests: [{ status }] });

test('a journey that passed when tried again has passed, and is named', () => {
  const suites = [{ suites: [{ specs: [journey('steady', 'expected'), journey('shaky', 'flaky')] }] }];
  const file = report({ stats: { expected: 1, flaky: 1, unexpected: 0, skipped: 0 }, errors: [], suites });
  const unsteady = ['journeys/a.spec.ts: shaky'];
  expect(playwrightCounts(file, 0)).toEqual({ passed: 2, failed: 0, skipped: 0, unsteady });
});

test('what failed every time has failed, and so has a run that ends badly without saying why', () => {
  const stats = { expected: 1, flaky: 0, unexpected: 1, skipped: 0 };
  expect(playwrightCounts(report({ stats, errors: [], suites: [] }), 1).failed).toBe(1);
  expect(playwrightCounts(report({ stats: { ...stats, unexpected: 0 }, errors: [], suites: [] }), 1).failed).toBe(1);
  expect(playwrightCounts('/nowhere', 0).failed).toBe(1);
});
