import { defineConfig } from '@playwright/test';
import { browserOptions } from './browser.ts';

/**
 * Two projects: `journeys` run on an empty installation, where the first person to sign up owns it; `demo` runs on the
 * demo world. A spec that needs an installation to itself takes the `freshProduct` fixture.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // What is spoken is approved as texts: e2e/spoken/speech.ts.
  snapshotPathTemplate: '{testDir}/{testFileDir}/approved/{arg}{ext}',
  updateSnapshots: process.env.APPROVE ? 'all' : 'none',
  // The third works while the others wait for a page.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // `npm test` makes the first journey of each feature, CI all but the details, and a run of one feature everything.
  ...skipped(process.env.TEST_SCOPE),
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    // Well below the time of a journey, so that what hangs is named.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Without a graphics card, what fades and slides is slow to draw. conversations/touch keeps the motion.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every journey costs a quarter of the time: `TRACE=1 npm test -- e2e …` for the one that fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: await browserOptions(),
  },
  projects: [
    { name: 'journeys', testMatch: '*/*.spec.ts', testIgnore: ['demo/**', 'looks/**', 'engines/**'] },
    { name: 'demo', testMatch: 'demo/*.spec.ts' },
  ],
});

function skipped(scope: string | undefined): { grepInvert?: RegExp } {
  if (scope === undefined) return { grepInvert: /@ci|@detail/ };
  return scope === 'ci' ? { grepInvert: /@detail/ } : {};
}
