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
  const files = ['en/data.json', 'en/messages.json'];
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

export default defineConfig({
  plugins: [react(), emojiData()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/auth': server,
      '/files': server,
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
  },
});
