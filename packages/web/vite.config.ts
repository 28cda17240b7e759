import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { BACKENDS } from '@folkmoot/contract/core/endpoint.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { compressed } from './build/compress.ts';
import { contractForBrowsers } from './build/contract.ts';
import { directImports } from './build/direct-imports.ts';
import { drawnShell, OUTSIDE_OF_PAGES } from './build/drawing.ts';
import { postcss } from './build/layers.ts';
import { screenFiles } from './build/weight.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const find = createRequire(import.meta.url).resolve;

/** The version is part of the address, because everything under /assets is cached for ever. */
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

/** Of a class in a CSS module: what is alike in all names of a file is short and comes last, as it packs best. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, '')).replaceAll('\\', '/');
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    directImports([
      '@mantine/core',
      '@mantine/hooks',
      '@tabler/icons-react',
      '@tanstack/query-core',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tanstack/router-core',
      'uuid',
    ]),
    contractForBrowsers(),
    react(),
    emojiData(),
    withoutJsonSchema(),
    ...(isSsrBuild ? [drawnShell()] : [screenFiles(), compressed()]),
  ],
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopedName }, postcss },
  server: {
    port: 5173,
    host: '127.0.0.1',
    // Objects, not plain addresses: they leave the Host as it is, so that the server sees one origin.
    proxy: {
      ...Object.fromEntries(Object.values(BACKENDS).map((prefix) => [`${prefix}/api`, { target: server }])),
      '/auth': { target: server },
      '/files': { target: server },
      '/uploads': { target: server },
      '/live': { target: server.replace('http', 'ws'), ws: true },
    },
  },
  // The program that draws pages on the server carries everything it needs.
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist-server' : 'dist',
    copyPublicDir: !isSsrBuild,
    assetsDir: 'assets',
    emptyOutDir: true,
    target: 'es2023',
    // The reader of HEIC photos: it comes when somebody picks one, and only where the browser cannot read it itself.
    chunkSizeWarningLimit: 3000,
    assetsInlineLimit: 0,
    // Every browser that runs this target knows how to preload a module.
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? { external: OUTSIDE_OF_PAGES }
      : {
          output: {
            // The entry lists some two hundred parts by their names: without words in them the first page is two kilobytes less.
            chunkFileNames: 'assets/[hash].js',
            assetFileNames: 'assets/[hash][extname]',
            codeSplitting: {
              groups: chunkGroups(),
            },
          },
        },
  },
}));
