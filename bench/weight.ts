import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '../packages/web/dist');

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;
export type Weight = { page: string; kb: number };

/** What a browser loads before a page works: its entry, its screen, and everything these import. */
const PAGES: Record<string, string[]> = {
  'sign-in': ['index.html', 'src/shell/AuthLayout.tsx', 'src/accounts/SignInScreen.tsx'],
  event: ['index.html', 'src/shell/PublicFrame.tsx', 'src/shell/AliasLookup.tsx', 'src/shell/EventAt.tsx'],
  channel: ['index.html', 'src/shell/Shell.tsx', 'src/channels/ChannelScreen.tsx'],
};

/** JS and CSS of each page, gzipped, in KB, from the build's own manifest. */
export async function pageWeights(): Promise<Weight[]> {
  const file = join(DIST, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error('The web client is not built with a manifest. Run npm start once.');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  return Object.entries(PAGES).map(([page, entries]) => ({ page, kb: kbOf(manifest, entries) }));
}

function kbOf(manifest: Manifest, entries: string[]): number {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const entry of entries) visit(entry);
  let bytes = 0;
  for (const name of files) if (/\.(js|css)$/.test(name)) bytes += gzipSync(readFileSync(join(DIST, name))).length;
  return bytes / 1024;
}
