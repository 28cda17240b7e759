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

test('a journey that fails has failed, and so has a run that ends badly without saying why', () => {
  const stats = { expected: 1, unexpected: 1, skipped: 0 };
  expect(playwrightCounts(report({ stats, errors: [] }), 1).failed).toBe(1);
  expect(playwrightCounts(report({ stats: { ...stats, unexpected: 0 }, errors: [] }), 1).failed).toBe(1);
  expect(playwrightCounts('/nowhere', 0).failed).toBe(1);
});
