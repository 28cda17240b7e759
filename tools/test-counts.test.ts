import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './test-counts.ts';

function report(content: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'folkmoot-counts-')), 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('a journey that fails has failed, and so has a run that ends badly without saying why', () => {
  const stats = { expected: 1, unexpected: 1, skipped: 0 };
  expect(playwrightCounts(report({ stats, errors: [], suites: [] }), 1).failed).toBe(1);
  expect(playwrightCounts(report({ stats: { ...stats, unexpected: 0 }, errors: [], suites: [] }), 1).failed).toBe(1);
  expect(playwrightCounts('/nowhere', 0).failed).toBe(1);
});

test('what failed is named with the first lines of its message', () => {
  const failed = {
    title: 'opens',
    ok: false,
    tests: [
      {
        results: [
          {
            errors: [
              { message: '\u001b[31mno time left\u001b[0m' },
              { message: 'no button', location: { file: resolve('menu.spec.ts'), line: 7 } },
            ],
          },
        ],
      },
    ],
  };
  const passed = { title: 'closes', ok: true, tests: [] };
  const suites = [{ title: 'menu.spec.ts', specs: [passed], suites: [{ title: 'a menu', specs: [failed] }] }];
  const stats = { expected: 1, unexpected: 1, skipped: 0 };
  expect(playwrightCounts(report({ stats, errors: [], suites }), 1).failures).toEqual([
    'menu.spec.ts > a menu > opens\n    no time left\n    no button\n      at menu.spec.ts:7',
  ]);

  const numbers = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  const testResults = [
    {
      name: resolve('menu.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a menu opens', status: 'failed', failureMessages: ['expected 1 to be 2\n\n  at line 3'] },
        { fullName: 'a menu closes', status: 'passed', failureMessages: [] },
      ],
    },
    { name: resolve('broken.test.ts'), status: 'failed', message: 'SyntaxError', assertionResults: [] },
  ];
  expect(vitestCounts(report({ ...numbers, testResults }), 1)).toMatchObject({
    failed: 2,
    failures: [
      'broken.test.ts\n    SyntaxError',
      'menu.test.ts > a menu opens\n    expected 1 to be 2\n      at line 3',
    ],
  });
});
