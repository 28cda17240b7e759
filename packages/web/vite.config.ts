import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const find = createRequire(import.meta.url).resolve;

/** The version stands in the address, because everything under /assets is cached for ever. */
const EMOJI = `assets/emojibase-${(JSON.parse(readFileSync(find('emojibase-data/package.json'), 'utf8')) as { version: string }).version}`;

/** Serves the emoji picker's data from our own address: no content network is asked. */
function emojiData(): Plugin {
  const files = ['en/data.json', 'en/messages.json', 'en/shortcodes/github.json'];
  return {
    name: 'folkmoot-emoji-data',
    config: () => ({ define: { __EMOJI_DATA__: JSON.stringify(`/${EMOJI}`) } }),
    generateBundle() {
      for (const file of files)
        this.emitFile({
          type: 'asset',
          fileName: `${EMOJI}/${file}`,
          source: readFileSync(find(`emojibase-data/${file}`)),
        });
    },
    configureServer(dev) {
      dev.middlewares.use((request, response, next) => {
        const file = files.find((name) => request.url === `/${EMOJI}/${name}`);
        if (!file) return next();
        response.setHeader('content-type', 'application/json');
        createReadStream(find(`emojibase-data/${file}`)).pipe(response);
      });
    },
  };
}

/**
 * Leaves out of the browser's zod what turns schemas into JSON Schema: only the server's API page does that, and the
 * first page would carry 6 KB of it. What is left throws when it is called, so nothing is silently missing.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'folkmoot-zod-without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
        (match) => match[1],
      );
      const make = id.endsWith('to-json-schema.js')
        ? 'const absent = () => () => { throw new Error("No JSON Schema in the browser"); };'
        : 'const absent = undefined;';
      return `${make}\nexport { ${[...names, 'process'].map((name) => `absent as ${name}`).join(', ')} };`;
    },
  };
}

/**
 * What every page needs, the signed-out ones included, in one file: gzip finds more in one file than in forty. Screens
 * and what only they use stay apart.
 */
const BASE = [
  // What every icon is drawn by.
  /node_modules\/@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zod|uuid|clsx)\//,
  /node_modules\/@tanstack\//,
  /node_modules\/@mantine\/core\/esm\/core\//,
  /node_modules\/@mantine\/core\/esm\/components\/(Button|Loader|Transition|UnstyledButton)\//,
  /node_modules\/@mantine\/hooks\/esm\/(use-id|use-uncontrolled|use-reduced-motion|use-media-query|use-merged-ref|use-did-update|use-isomorphic-effect|utils)\b/,
  /packages\/contract\/src\/(core|accounts)\//,
  /packages\/web\/src\/core\/(?!notices|form)/,
  /packages\/web\/src\/ui\/(Busy|links|Mark|Face|DialogHost|Empty|Failure|usePageTitle|theme)\b/,
];

/** What forms need besides: signing in, and nearly every dialog. A page that is only read does without. */
const FORMS = [
  /node_modules\/(klona|fast-deep-equal)\//,
  /node_modules\/@mantine\/form\//,
  /node_modules\/@mantine\/core\/esm\/components\/(ActionIcon|CloseButton|Input|InputBase|TextInput|PasswordInput)\//,
  /packages\/web\/src\/core\/form\./,
];

export default defineConfig({
  plugins: [react(), emojiData(), withoutJsonSchema()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: {
    port: 5173,
    host: '127.0.0.1',
    // Objects, not plain addresses: they leave the Host as it is, so that the server sees one origin.
    proxy: {
      '/api': { target: server },
      '/auth': { target: server },
      '/files': { target: server },
      '/uploads': { target: server },
      '/live': { target: server.replace('http', 'ws'), ws: true },
    },
  },
  build: {
    manifest: true,
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 600,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: (id) => BASE.some((part) => part.test(id)) },
            { name: 'forms', test: (id) => FORMS.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
});
