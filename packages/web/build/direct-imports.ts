import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Our own files, and those of Mantine and TanStack, whose packages import from each other. */
const IMPORTERS = /\/packages\/web\/src\/.+\.tsx?$|\/node_modules\/@(mantine|tanstack)\/.+\.m?js$/;

/**
 * Turns `import { Button } from '@mantine/core'` into an import of the file that makes the button. The build then knows
 * which screen needs which file, reads hundreds of files instead of nine thousand, and can put those together that are
 * needed together.
 */
export function directImports(packages: readonly string[]): Plugin {
  const files = new Map<string, Map<string, Export>>();
  const imports = new RegExp(
    `import \\{([^}]+)\\} from (['"])(${packages.map((name) => name.replace('/', '\\/')).join('|')})\\2;`,
    'g',
  );
  return {
    name: 'folkmoot-direct-imports',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const read = async (name: string, importer?: string): Promise<Map<string, Export>> => {
        const entry = await this.resolve(name, importer);
        if (!entry) return new Map();
        const { exported, wholly } = exportsOf(entry.id);
        for (const from of wholly)
          for (const [one, found] of await read(from, entry.id)) if (!exported.has(one)) exported.set(one, found);
        return exported;
      };
      for (const name of packages) files.set(name, await read(name));
      // What a package has from another one is taken from where that has it.
      for (const all of files.values())
        for (const [one, { file, name }] of all) all.set(one, files.get(file)?.get(name) ?? { file, name });
    },
    transform(code, id) {
      if (!IMPORTERS.test(id) || !imports.test(code)) return null;
      imports.lastIndex = 0;
      return code.replace(imports, (_, list: string, _quote: string, name: string) =>
        list
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== '' && !one.startsWith('type '))
          .map((one) => {
            const [imported = '', local = imported] = one.split(' as ');
            const from = files.get(name)?.get(imported);
            if (!from) return this.error(`${name} has no ${imported}, which ${id} imports.`);
            return `import { ${from.name} as ${local} } from ${JSON.stringify(from.file)};`;
          })
          .join(' '),
      );
    },
  };
}

type Export = { file: string; name: string };

/**
 * Where each export of a package comes from, according to its entry file, and what it re-exports wholly; for entries that only re-export.
 */
function exportsOf(entry: string): { exported: Map<string, Export>; wholly: string[] } {
  const text = readFileSync(entry, 'utf8');
  const fileOf = (from: string) => (from.startsWith('.') ? join(dirname(entry), from) : from);
  const specifiers = (list: string) => list.split(',').map((one) => one.trim().split(/\s+as\s+/));
  const imported = new Map<string, Export>();
  const exported = new Map<string, Export>();
  for (const [, list = '', from = ''] of text.matchAll(/^import \{([^}]+)\} from ["']([^"']+)["']/gm))
    for (const [one = '', local = one] of specifiers(list)) imported.set(local, { file: fileOf(from), name: one });
  for (const [, list = '', from] of text.matchAll(/^export \{([^}]+)\}(?: from ["']([^"']+)["'])?/gm))
    for (const [one = '', outside = one] of specifiers(list)) {
      const made = from === undefined ? imported.get(one) : { file: fileOf(from), name: one };
      if (made) exported.set(outside, made);
    }
  const wholly = [...text.matchAll(/^export \* from ["']([^"']+)["']/gm)].map(([, from = '']) => from);
  return { exported, wholly };
}
