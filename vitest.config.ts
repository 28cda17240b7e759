import { defineConfig } from 'vitest/config';

/**
 * Every test but the journeys in the browser. `npm test` picks from these: `api` is the project server, `unit` the rest.
 * Processes, not threads: the embedded database and the sandbox hold state that must die with its test file.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    projects: [
      unit('contract', 'packages/contract'),
      unit('web', 'packages/web'),
      unit('sandbox', 'packages/sandbox'),
      unit('tools', 'tools'),
      'packages/web/vitest.config.ts',
      'packages/server/vitest.config.ts',
    ],
  },
});

function unit(name: string, root: string) {
  return {
    test: {
      name,
      root,
      include: ['**/*.test.ts'],
      exclude: ['**/node_modules/**', '**/dist/**'],
      testTimeout: 30_000,
      hookTimeout: 30_000,
    },
  };
}
