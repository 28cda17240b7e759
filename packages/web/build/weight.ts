import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;
export type Weight = { page: string; kb: number };

/** What a browser loads before a page works: its entry, its screen, and everything these import. */
const PAGES: Record<string, string[]> = {
  'sign-in': ['index.html', 'src/shell/frame/AuthLayout.tsx', 'src/accounts/sign-in/SignInScreen.tsx'],
  event: ['index.html', 'src/shell/frame/PublicFrame.tsx', 'src/shell/pages/EventPage.tsx', 'src/places/PlaceMap.tsx'],
  channel: ['index.html', 'src/shell/frame/Shell.tsx', 'src/channels/screen/ChannelScreen.tsx'],
};

/** The maximum weight of an event's page for a visitor with a link: the first page that most people see. */
export const EVENT_KB = 170;

/** JS and CSS of each page, gzipped, in KB, from the build's own manifest. */
export function pageWeights(dist: string): Weight[] {
  const manifest = manifestIn(dist);
  return Object.entries(PAGES).map(([page, entries]) => {
    const bytes = filesOf(manifest, entries).map((name) => gzipSync(readFileSync(join(dist, name))).length);
    return { page, kb: bytes.reduce((sum, one) => sum + one, 0) / 1024 };
  });
}

function manifestIn(dist: string): Manifest {
  const file = join(dist, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error('The web client was built without a manifest. Run npm start once.');
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** The JS and CSS that come with these modules. */
function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no separate chunk for ${key}.`);
    if (files.has(chunk.file)) return;
    for (const name of [chunk.file, ...(chunk.css ?? [])]) files.add(name);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...files].filter((name) => /\.(js|css)$/.test(name));
}

/** Files that import each other, with the first one again at the end; undefined if there are none. */
function circleIn(manifest: Manifest): string[] | undefined {
  const done = new Set<string>();
  const search = (key: string, way: string[]): string[] | undefined => {
    if (way.includes(key)) return [...way.slice(way.indexOf(key)), key];
    if (done.has(key)) return undefined;
    for (const next of manifest[key]?.imports ?? []) {
      const found = search(next, [...way, key]);
      if (found) return found;
    }
    done.add(key);
    return undefined;
  };
  for (const key of Object.keys(manifest)) {
    const found = search(key, []);
    if (found) return found;
  }
  return undefined;
}

/**
 * Fails a build whose event page is too heavy, and records what the page needs beside its entry, so that the server can
 * name those files in the page it sends: the browser then fetches all of them at once instead of one after another.
 */
export function eventPage(): Plugin {
  let dist = '';
  return {
    name: 'folkmoot-event-page',
    apply: 'build',
    configResolved(config) {
      dist = join(config.root, config.build.outDir);
    },
    writeBundle() {
      const kb = pageWeights(dist).find(({ page }) => page === 'event')?.kb ?? 0;
      if (kb > EVENT_KB)
        this.error(
          `The event page weighs ${kb.toFixed(1)} KB, and may weigh ${EVENT_KB}. Load on demand what was added to it, or find out what added it.`,
        );
      const manifest = manifestIn(dist);
      const circle = circleIn(manifest);
      if (circle)
        this.error(
          `Files of the build import each other in a circle, so one of them would run too early: ${circle.join(' → ')}.`,
        );
      const known = filesOf(manifest, ['index.html']);
      const event = filesOf(manifest, PAGES.event ?? []).filter((name) => !known.includes(name));
      writeFileSync(join(dist, 'parts.json'), JSON.stringify({ event }));
    },
  };
}
