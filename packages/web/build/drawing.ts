import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** What no page shows at first, and what would make the program that draws pages several times as large. */
export const OUTSIDE_OF_PAGES = /^(heic-to|recharts|@tiptap\/|lowlight|emoji-mart|hast-|rehype-|@dnd-kit\/)/;

/** Draws once, after the build for the server, what is around a member's screens: it is the same for everybody. */
export function drawnShell(): Plugin {
  let folder = '';
  return {
    name: 'folkmoot-drawn-shell',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const program = (await import(pathToFileURL(join(folder, 'entry-server.js')).href)) as {
        drawShell: () => Promise<string>;
      };
      writeFileSync(join(folder, 'shell.html'), await program.drawShell());
    },
  };
}
