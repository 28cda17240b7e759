import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { unstyled } from './component-styles.ts';
import { ASKS, FRAMES, type Frame, MOST_FILES, SCREENS, type Screen } from './screens.ts';

/** What a browser loads for one screen in one frame, beside the page itself. */
export type ScreenFiles = {
  screen: string;
  path: string;
  frame: Frame;
  /** Scripts and styles, in the order in which they take effect; the entry's first. */
  files: string[];
  /** Gzipped, in KB. */
  kb: number;
  /** Whether the server draws it for visitors. */
  drawn: boolean;
  /** Of a member: what is asked for with the page. */
  asks?: readonly string[];
};

/** Kept in the build for the server and for `npm run bench`. */
const LIST = 'parts.json';

/** What each screen loads, as the last build recorded it. */
export function screensOf(dist: string): ScreenFiles[] {
  const file = join(dist, LIST);
  if (!existsSync(file)) throw new Error('The web client was built without its list of screens. Run npm start once.');
  return JSON.parse(readFileSync(file, 'utf8')) as ScreenFiles[];
}

/**
 * Fails a build in which a screen loads too much or files import each other in a circle, and records what each screen
 * loads, so that the server can name those files in the page it sends: the browser then fetches all of them at once
 * instead of one after another.
 */
export function screenFiles(): Plugin {
  let dist = '';
  let source = '';
  return {
    name: 'folkmoot-screens',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      dist = join(config.root, config.build.outDir);
      source = join(config.root, 'src');
    },
    writeBundle(_, bundle) {
      const circle = circleIn(bundle);
      if (circle)
        this.error(
          `Files of the build import each other in a circle, so one of them would run too early: ${circle.join(' → ')}.`,
        );
      const found = measured(bundle, source, (name) => readFileSync(join(dist, name)));
      writeFileSync(join(dist, LIST), JSON.stringify(found));
      const bare = unstyled(
        ...stylesOf(
          bundle,
          source,
          (id) => this.getModuleInfo(id),
          (name) => readFileSync(join(dist, name), 'utf8'),
        ),
      );
      if (bare.length > 0)
        this.error(
          `A part of Mantine is rendered without its style sheet:\n${bare.join('\n')}\nImport the sheet that has it where the part is used (styles/forms.css, styles/app.css).`,
        );
      const over = found.flatMap(excess);
      if (over.length > 0)
        this.error(`${over.join('\n')}\nLoad on demand what was added, or find out what added it (build/screens.ts).`);
    },
  };
}

/** In what a screen exceeds its limits. A member's frame is not part of what a public page may weigh. */
function excess({ screen, frame, files, kb }: ScreenFiles): string[] {
  const { kb: most, frames } = SCREENS[screen as keyof typeof SCREENS] as Screen;
  const limit = frame === 'shell' && frames.length > 1 ? undefined : most;
  const count = (ending: string) => files.filter((name) => name.endsWith(ending)).length;
  const [scripts, styles] = [count('.js'), count('.css')];
  const where = `The screen ${screen} (${frame})`;
  return [
    ...(limit !== undefined && kb > limit ? [`${where} weighs ${kb.toFixed(1)} KB, and may weigh ${limit}.`] : []),
    ...(scripts > MOST_FILES.scripts ? [`${where} loads ${scripts} scripts, and may load ${MOST_FILES.scripts}.`] : []),
    ...(styles > MOST_FILES.styles
      ? [`${where} loads ${styles} style sheets, and may load ${MOST_FILES.styles}.`]
      : []),
  ];
}

function measured(bundle: Rolldown.OutputBundle, source: string, read: (name: string) => Buffer): ScreenFiles[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  const sizes = new Map<string, number>();
  const sizeOf = (name: string) => {
    const known = sizes.get(name) ?? gzipSync(read(name)).length;
    sizes.set(name, known);
    return known;
  };
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The build has no entry.');
  return Object.entries(SCREENS as Record<string, Screen>).flatMap(
    ([screen, { path, frames, files, drawn = false, asks = [] }]) =>
      frames.map((frame) => {
        const parts = [...FRAMES[frame], ...files].map((file) => {
          const chunk = byModule.get(join(source, file));
          if (!chunk) throw new Error(`The build has no ${file}, which the screen ${screen} names.`);
          return chunk;
        });
        const loaded = loadedWith(bundle, [entry, ...parts]);
        const kb = loaded.reduce((sum, name) => sum + sizeOf(name), 0) / 1024;
        const asked = frame === 'shell' ? { asks: [...ASKS, ...asks] } : {};
        return { screen, path, frame, files: loaded, kb, drawn, ...asked };
      }),
  );
}

/** What `unstyled` is asked about: every screen in each of its frames. */
function stylesOf(
  bundle: Rolldown.OutputBundle,
  source: string,
  modules: Parameters<typeof unstyled>[1]['modules'],
  read: (name: string) => string,
): Parameters<typeof unstyled> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk') as Chunk[];
  const entry = chunks.find((chunk) => chunk.isEntry)?.facadeModuleId ?? '';
  const texts = new Map<string, string>();
  const screens = Object.entries(SCREENS as Record<string, Screen>).flatMap(([screen, { frames, files }]) =>
    frames.map((frame) => {
      const ids = [...FRAMES[frame], ...files].map((file) => join(source, file));
      const parts = chunks.filter(({ isEntry, moduleIds }) => isEntry || ids.some((id) => moduleIds.includes(id)));
      const styles = loadedWith(bundle, parts).filter((name) => name.endsWith('.css'));
      return { screen: `${screen} (${frame})`, modules: [entry, ...ids], styles };
    }),
  );
  return [
    screens,
    {
      chunks,
      modules,
      screens: new Set(screens.flatMap((one) => one.modules)),
      stylesWith: (chunk) => loadedWith(bundle, [chunk]).filter((name) => name.endsWith('.css')),
      read: (name) => {
        const text = texts.get(name) ?? read(name);
        texts.set(name, text);
        return text;
      },
    },
  ];
}

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The scripts and styles that come with these, each after what it imports. */
function loadedWith(bundle: Rolldown.OutputBundle, parts: readonly Chunk[]): string[] {
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  const visit = (chunk: Chunk) => {
    if (scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const name of chunk.imports) {
      const part = bundle[name];
      if (part?.type === 'chunk') visit(part);
    }
    for (const name of chunk.viteMetadata?.importedCss ?? []) styles.add(name);
  };
  parts.forEach(visit);
  return [...scripts, ...styles];
}

/** Files that import each other, with the first one again at the end; undefined if there are none. */
function circleIn(bundle: Rolldown.OutputBundle): string[] | undefined {
  const done = new Set<string>();
  const search = (name: string, way: string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    const part = bundle[name];
    if (done.has(name) || part?.type !== 'chunk') return undefined;
    for (const next of part.imports) {
      const found = search(next, [...way, name]);
      if (found) return found;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(bundle)) {
    const found = search(name, []);
    if (found) return found;
  }
  return undefined;
}
