import { configDefaults, defineConfig } from 'vitest/config';

/** What is the same on each database, or brings its own. */
const ON_ANY_DATABASE = [
  'src/core/{files,http,ical,live,pdf,security}/**',
  'src/media/{fairness,pictures,stock,variants}.test.ts',
  '**/*crash.test.ts',
  'test/folder.test.ts',
  'test/running/leaving.test.ts',
];

/** CI takes these: whole servers that are started, killed and started again; random histories of orders; crowds of pictures. */
const FOR_CI = [
  '**/*{crash,processes}.test.ts',
  'test/{backup,folder}.test.ts',
  'test/running/**',
  'src/core/db/embedded/**',
  'src/payments/orders/{histories,outages}.test.ts',
  'src/media/{fairness,variants}.test.ts',
];

/**
 * These only when everything is asked for, or their feature: all towns of the world, whose tables take half a minute to fill;
 * servers that are killed at work that is not money. test/crash.test.ts kills one in the middle of what people do.
 */
const FOR_ALL = [
  'src/places/places.test.ts',
  'test/mailing-crash.test.ts',
  'test/running/{export,leaving}-crash.test.ts',
  'src/qna/votes/votes-crash.test.ts',
];

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // `npm test -- api database`: the tests have been made on one database, and are made on another.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.TEST_SCOPE === 'database' ? ON_ANY_DATABASE : []),
      ...(process.env.TEST_SCOPE === undefined ? FOR_CI : []),
      ...(process.env.TEST_SCOPE === undefined || process.env.TEST_SCOPE === 'ci' ? FOR_ALL : []),
      // `npm run drill -- shards` alone.
      ...(process.env.TEST_SHARDS ? [] : ['test/shards/**']),
    ],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // One process for many files: each opens a database and a server of its own, and shares nothing but the code.
    isolate: false,
    // Node reads the TypeScript itself, as it does when the server runs: three times as fast to start as Vite's way.
    experimental: { viteModuleRunner: false },
    maxWorkers: 3,
    // For what hangs: a busy machine may take as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
