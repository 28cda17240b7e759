import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };
type Modules = (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;

export type Loaded = {
  /** Its name, for messages. */
  screen: string;
  /** The modules of the entry, the frame and the screen. */
  modules: readonly string[];
  /** The style sheets that come with them. */
  styles: readonly string[];
};

type Build = {
  chunks: readonly Chunk[];
  modules: Modules;
  /** The text of a style sheet of the build. */
  read: (sheet: string) => string;
  /** What a chunk loads with it: style sheets only. */
  stylesWith: (chunk: Chunk) => readonly string[];
  /** Modules that have a screen of their own in this check. */
  screens: ReadonlySet<string>;
};

/** The classes of a Mantine component are in a module beside it: `{ "root": "m_4081bf90" }`. */
const CLASSES = /\/@mantine\/([^/]+)\/esm\/.*\/([\w-]+)\.module\.mjs$/;

/**
 * The components of Mantine that a screen, or a part that it loads later, can render although no style sheet for them
 * has been loaded by then: `verify: Group, in accounts/sign-in/VerifyScreen.tsx`. A component without its sheet looks
 * broken, and nothing else fails.
 *
 * A part that is loaded later is reached in several ways; what every one of them has loaded before counts.
 */
export function unstyled(loaded: readonly Loaded[], build: Build): string[] {
  const chunkOf = new Map(build.chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  const reach = closures(build.modules, chunkOf);
  const found = new Set<string>();
  for (const { screen, modules, styles } of loaded) {
    const check = (from: readonly string[], available: ReadonlySet<string>) => {
      const css = [...available].map(build.read).join('');
      for (const id of from)
        for (const { component, classes } of reach(id).components)
          if (!classes.some((name) => css.includes(name)))
            found.add(`${screen}: ${component}, in ${id.replace(/^.*\/src\//, '')}`);
    };
    const first = new Set(styles);
    check(modules, first);
    const later = new Map<string, Set<string>>();
    const open: [from: readonly string[], available: ReadonlySet<string>][] = [[modules, first]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [from, available] = next;
      for (const target of new Set(from.flatMap((id) => [...reach(id).later]))) {
        const chunk = chunkOf.get(target);
        if (!chunk || build.screens.has(target)) continue;
        const together = new Set([...available, ...build.stylesWith(chunk)]);
        const before = later.get(target);
        const now = before === undefined ? together : new Set([...before].filter((sheet) => together.has(sheet)));
        if (before !== undefined && now.size === before.size) continue;
        later.set(target, now);
        open.push([[target], now]);
      }
    }
    for (const [target, available] of later) check([target], available);
  }
  return [...found].sort();
}

type Reach = { components: { component: string; classes: string[] }[]; later: ReadonlySet<string> };

/** Everything that is run as soon as a module is and can be rendered by it, and the parts that it can load later. */
function closures(modules: Modules, inBuild: ReadonlyMap<string, unknown>): (id: string) => Reach {
  const known = new Map<string, Reach>();
  const imports = (id: string) => modules(id)?.importedIds ?? [];
  return (root) => {
    const before = known.get(root);
    if (before) return before;
    const seen = new Set<string>();
    const components: Reach['components'] = [];
    const later = new Set<string>();
    const open = [root];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const styled = inBuild.has(id) ? styledBy(id) : undefined;
      if (styled) components.push(styled);
      for (const one of modules(id)?.dynamicallyImportedIds ?? []) later.add(one);
      open.push(...imports(id).flatMap((one) => renderedOf(one, id, imports)));
    }
    const reach = { components, later };
    known.set(root, reach);
    return reach;
  };
}

/** Mantine's components, and its lists of them. */
const COMPONENT = /\/@mantine\/.*\/(\w+)\/\1\.mjs$/;
const LIST = /\/@mantine\/.*\/index\.mjs$/;

/** Parts that a library brings with its own although nothing here shows them: the colour buttons of an editor. */
const NEVER = /\/RichTextEditorColor(Picker)?Control\.mjs$/;

/**
 * What a module renders of an import: Mantine's lists and its compound components (`Radio.Card`) name much that nobody
 * draws.
 */
function renderedOf(id: string, by: string, imports: (id: string) => readonly string[]): string[] {
  if (NEVER.test(id)) return [];
  if (LIST.test(id)) return imports(id).flatMap((one) => (one === id ? [] : renderedOf(one, by, imports)));
  const name = COMPONENT.exec(id)?.[1];
  if (name === undefined) return [id];
  const use = by.includes('/@mantine/') ? `\\bjsxs?\\(${name}\\b` : `\\b${name}\\b`;
  return new RegExp(use).test(textOf(by)) ? [id] : [];
}

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

/** The classes of a component for which Mantine has styles; undefined for any other module. */
function styledBy(id: string): { component: string; classes: string[] } | undefined {
  const [path, name, component] = CLASSES.exec(id) ?? [];
  if (path === undefined || name === undefined || component === undefined) return undefined;
  const all = textOf(join(id.slice(0, -path.length), '@mantine', name, 'styles.layer.css'));
  const classes = [...textOf(id).matchAll(/"(m_[0-9a-f]+)"/g)]
    .map(([, className = '']) => className)
    .filter((className) => all.includes(className));
  return classes.length === 0 ? undefined : { component, classes };
}
