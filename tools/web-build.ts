import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from './child.ts';

export const root = join(import.meta.dirname, '..');
const web = join(root, 'packages/web');
const stampFile = join(web, 'dist/.stamp');

/** Everything the built web client is made from. */
const sources = ['packages/web', 'packages/contract/src', 'package-lock.json'];
const ignored = new Set(['node_modules', 'dist', 'dist-server', '.cache']);

/** True when the web client on disk was built from other sources than those here now. */
export function isWebStale(): boolean {
  return !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== sourceHash();
}

/** Builds the web client with Vite and remembers from what. Throws with a sentence for the terminal when it fails. */
export async function buildWeb(): Promise<void> {
  const hash = sourceHash();
  // For browsers, and for the server, which draws pages with it.
  const builds = [[], ['--ssr', 'src/entry-server.tsx']].map((args) =>
    startChild('the web build', join(root, 'node_modules/vite/bin/vite.js'), {
      args: ['build', '--logLevel', 'warn', ...args],
      cwd: web,
      env: { NODE_ENV: 'production' },
    }),
  );
  for (const ending of await Promise.all(builds.map(({ ended }) => ended)))
    if (ending !== 'exit code 0')
      throw new Error(`The web client could not be built (${ending}). The messages above say why.`);
  writeFileSync(stampFile, hash);
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Paths below the root, in a fixed order. Tests are left out: they are not in the bundle. */
function filesUnder(path: string): string[] {
  if (!path.includes('/') && existsSync(join(root, path))) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}
