import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from './build/compress.ts';
import { contractForBrowsers } from './build/contract.ts';
import { eventPage } from './build/weight.ts';

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

/** What forms need besides: signing in, and nearly every dialog. A page that is only read does without. */
const FORMS = [
  /node_modules\/(klona|fast-deep-equal)\//,
  /node_modules\/@mantine\/form\//,
  /node_modules\/@mantine\/core\/esm\/components\/(ActionIcon|CloseButton|Input|InputBase|TextInput|PasswordInput)\//,
  /packages\/web\/src\/core\/form\./,
];

/** Small parts that nearly every page has, though the entry does without. */
const COMMON = [
  /node_modules\/@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
  /node_modules\/@mantine\/hooks\/esm\/(use-id|use-uncontrolled|utils)\b/,
  /node_modules\/@tanstack\/(query-core|react-query)\/.*infinite/i,
  /packages\/contract\/src\/(core\/(text|permissions)|accounts\/rules)\.ts$/,
  /packages\/web\/src\/ui\/(feedback\/LoadingButton|identity\/(Logo|Avatar)|layout\/usePageTitle)\b/i,
];

/**
 * What the pages that visitors read have in common beyond that: small parts, which weigh less in one file. Of the
 * contract only what is plain data or a rule: its schemas stay with the forms.
 */
const PUBLIC = [
  /packages\/contract\/src\/(events|participations|registrations|tickets|places)\/(reports-)?(api|schema)\.ts$/,
  /packages\/contract\/src\/(events\/(length-)?rules|participations\/rules|registrations\/rules|places\/rules)\.ts$/,
  /node_modules\/@mantine\/hooks\/esm\/use-(intersection|element-size|resize-observer)\b/,
  /packages\/web\/src\/ui\/(feedback\/Skeleton|identity\/(Date-?Tile|Community-?Avatar))\b/i,
  /packages\/web\/src\/((events|tickets|places)\/queries|events\/times\/event-times)\.ts$/,
  /node_modules\/@tabler\/icons-react\/dist\/esm\/icons\/Icon(Check|Plus|Minus|ExternalLink|Flag|Lock|MapPin|Settings|Share2|UsersGroup|Video)\.mjs/,
];

export default defineConfig({
  plugins: [contractForBrowsers(), react(), emojiData(), withoutJsonSchema(), eventPage(), compressed()],
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
    // The reader of HEIC photos: it comes when somebody picks one, and only where the browser cannot read it itself.
    chunkSizeWarningLimit: 3000,
    assetsInlineLimit: 0,
    // Every browser that runs this target knows how to preload a module.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The entry lists some two hundred parts by their names: without words in them the first page is two kilobytes less.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          groups: [
            // What the entry itself needs: gzip finds more in one file than in forty.
            { name: 'base', tags: ['$initial'], test: /(?<!main)\.(mjs|js|tsx?)$/ },
            {
              name: 'common',
              test: (id) => COMMON.some((part) => part.test(id)),
              includeDependenciesRecursively: false,
            },
            {
              name: 'public',
              test: (id) => PUBLIC.some((part) => part.test(id)),
              includeDependenciesRecursively: false,
            },
            { name: 'forms', test: (id) => FORMS.some((part) => part.test(id)), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
