import { expect, test } from 'vitest';
import { compareWithKnown, type FileResult } from './shards-report.ts';

const KNOWN = { 'a.test.ts': { 'a known one': 'why' } };

const file = (tests: Record<string, string>, rest: Partial<FileResult> = {}): FileResult => ({
  name: 'a.test.ts',
  status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
  })),
  ...rest,
});

const wrongOf = (...results: FileResult[]) => compareWithKnown(results, KNOWN).wrong.map(({ what }) => what);

test('a test that fails as listed is no failure of the drill, and one that passes is counted', () => {
  expect(compareWithKnown([file({ 'a known one': 'failed', another: 'passed' })], KNOWN)).toEqual({
    passed: 1,
    known: 1,
    wrong: [],
  });
});

test('a test that is not listed must not fail, wherever one of its name is listed', () => {
  const failing = file({ 'a known one': 'failed' });
  expect(compareWithKnown([file({ another: 'failed', 'a known one': 'failed' })], KNOWN).wrong).toEqual([
    { what: 'a.test.ts > another', detail: 'expected 1 to be 2' },
  ]);
  expect(wrongOf(failing, { ...failing, name: 'b.test.ts' })).toEqual(['b.test.ts > a known one']);
});

test.each([
  ['passes', file({ 'a known one': 'passed' })],
  ['is skipped', file({ 'a known one': 'skipped' })],
  ['has another name by now', file({ 'a known one, renamed': 'passed' })],
])('a listed test that %s has to be taken out', (_, result) => {
  expect(wrongOf(result)).toEqual([expect.stringMatching(/^a\.test\.ts > a known one fails/)]);
});

test('a listed test whose file is not run any more has to be taken out', () => {
  expect(wrongOf()).toEqual([expect.stringMatching(/^a\.test\.ts > a known one fails/)]);
});

test.each([
  ['cannot be loaded', {}],
  ['fails before its tests', { another: 'skipped' }],
])('a file that %s is a failure', (_, tests) => {
  const broken = file(tests, { name: 'b.test.ts', status: 'failed', message: 'No such column' });
  expect(compareWithKnown([file({ 'a known one': 'failed' }), broken], KNOWN).wrong).toEqual([
    { what: 'b.test.ts is run', detail: 'No such column' },
  ]);
});
