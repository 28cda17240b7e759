/** What Vitest's JSON report says of a file of tests. */
export type FileResult = {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
};

export type Compared = {
  passed: number;
  /** Tests that failed as expected. */
  known: number;
  wrong: { what: string; detail?: string }[];
};

/**
 * Compares the results with the tests that are known to fail, by file and name. Wrong is a test that fails and is not
 * listed, a listed one that does anything but fail, and a file that fails outside its tests.
 */
export function compareWithKnown(results: FileResult[], known: Record<string, Record<string, string>>): Compared {
  const compared: Compared = { passed: 0, known: 0, wrong: [] };
  const left = new Map(Object.entries(known).map(([name, tests]) => [name, new Set(Object.keys(tests))]));
  for (const { name, status, message, assertionResults } of results) {
    const failing = assertionResults.filter((test) => test.status === 'failed');
    // It could not be loaded, or what comes before all tests failed: these are then skipped.
    if (status === 'failed' && failing.length === 0) compared.wrong.push({ what: `${name} is run`, detail: message });
    for (const test of failing) {
      if (left.get(name)?.delete(test.fullName)) compared.known += 1;
      else compared.wrong.push({ what: `${name} > ${test.fullName}`, detail: test.failureMessages[0] ?? '' });
    }
    compared.passed += assertionResults.filter((test) => test.status === 'passed').length;
  }
  for (const [name, tests] of left)
    for (const test of tests)
      compared.wrong.push({ what: `${name} > ${test} fails, as shards-known.ts says: else take it out` });
  return compared;
}
