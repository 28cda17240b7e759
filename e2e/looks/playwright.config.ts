import { defineConfig } from '@playwright/test';
import { picturedBrowser } from './browser.ts';

/**
 * Pictures of screens, compared with the approved ones beside this file: `npm run looks`. The carried Chromium, the same fonts
 * on each machine, a clock that stands, and a demo world whose ids are always the same: what differs has been changed.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/looks',
  globalSetup: './global-setup.ts',
  // The desk and the phone, visitors and members side by side.
  workers: 4,
  fullyParallel: true,
  timeout: 600_000,
  snapshotPathTemplate: '{testDir}/approved/{arg}{ext}',
  // Text is drawn alike to the last pixel; a caret or a scaled photo may differ in a few.
  expect: {
    timeout: 10_000,
    toHaveScreenshot: { maxDiffPixels: 60, threshold: 0.15, animations: 'disabled', caret: 'hide' },
  },
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['dot'], ['json']] : [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await picturedBrowser(),
  },
});
