import type { Case } from './endpoint-cases.ts';

/** Errors, usage and help; nothing of it is set up in these tests. */
export const WATCHING_CASES = {
  getTelemetry: { expect: [200, 200, 200, 200] },
  reportUsage: { expect: [200, 200, 200, 200], input: () => ({ reports: [{ page: '/' }] }) },
  getSupport: { expect: [401, 200, 200, 200] },
  introduceToSupport: { expect: [401, 409, 409, 409] },
} satisfies Record<string, Case>;
