import { defineConfig } from '@playwright/test';

/** A smoke test in two more engines; Playwright only runs it. One window at a time. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/engines',
  globalSetup: './global-setup.ts',
  workers: 1,
  timeout: 180_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
});
