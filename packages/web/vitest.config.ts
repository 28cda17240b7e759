import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserOptions } from '../../e2e/browser.ts';
import { postcss } from './build/layers.ts';

/**
 * Components in every state, drawn in a real browser with our styles: `*.test.tsx`. What they would fetch is answered by
 * the test. Plain functions are tested without a browser, in `*.test.ts`.
 */
export default defineConfig({
  plugins: [react()],
  // Each test file has a frame of its own, and would ask for every module again. Where files change meanwhile, it has to.
  ...(process.argv.includes('run') && { server: { headers: { 'Cache-Control': 'max-age=600' } } }),
  css: { modules: { localsConvention: 'camelCaseOnly' }, postcss },
  define: {
    __EMOJI_DATA__: JSON.stringify('/emoji'),
    __THOROUGH__: JSON.stringify(process.env.TEST_SCOPE !== undefined),
    __TWICE__: JSON.stringify(process.env.TEST_SCOPE !== undefined && process.env.TEST_SCOPE !== 'ci'),
  },
  // Bundled now: a package discovered while tests run reloads the page.
  optimizeDeps: {
    include: [
      '@dnd-kit/core',
      '@dnd-kit/sortable',
      '@dnd-kit/utilities',
      '@mantine/charts',
      '@mantine/core',
      '@mantine/dates',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/notifications',
      '@mantine/tiptap',
      '@stripe/stripe-js/pure',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tiptap/extension-link',
      '@tiptap/react',
      '@tiptap/starter-kit',
      'axe-core',
      'frimousse',
      'hast-util-to-jsx-runtime',
      'ical.js',
      'maplibre-gl',
      'mdast-util-find-and-replace',
      'mdast-util-gfm-autolink-literal',
      'micromark-extension-gfm-autolink-literal',
      'micromark-extension-gfm-strikethrough',
      'papaparse',
      'react',
      'react-dom',
      'react-dom/client',
      'react-easy-crop',
      'react-markdown',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'remark-breaks',
      'temporal-polyfill',
      'uqr',
      'uuid',
      'vitest-browser-react',
      'zod',
    ],
  },
  test: {
    name: 'components',
    root: import.meta.dirname,
    include: ['src/**/*.test.tsx'],
    setupFiles: ['test/lean-react.ts'],
    maxWorkers: 3,
    // For what hangs: a busy machine may take as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: await browserOptions(),
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 720, height: 900 } }],
    },
  },
});
