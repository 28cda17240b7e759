import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { addressOf, endpointsIn } from '@folkmoot/contract/core/endpoint.ts';
import type { Plugin } from 'vite';

/*
 * The contract in the built web client. Its schemas check input on the server; the browser needs them for its forms
 * only. So each file of the contract is read during the build: plain data is written out, an endpoint becomes its
 * address, and schemas and functions stay in a separate module that loads only where one of them is used. The first
 * page needs none, and so does not load zod. Each value is a module of its own: a page loads the addresses it asks, not
 * all those of a file.
 */

const CONTRACT =
  /\/packages\/contract\/src\/(core\/[a-z-]+|core\/[a-z]+\/[a-z-]+-schema|[a-z]+\/([a-z]+-)*(schema|api))\.ts$/;
const WHOLE = '?whole';
/** Names one value of a file, so that it is loaded only with what uses it. */
const ONE = '?one=';
/** Files whose imports from the contract are taken apart: ours and the contract's own. */
const IMPORTERS = /\/packages\/(web|contract)\/src\/.+\.tsx?(\?whole)?$/;
const IMPORT = /import \{([^}]+)\} from '((?:@folkmoot\/contract|\.{1,2})\/[\w./-]+\.ts)';/g;

/** The parts of an endpoint that only the server has. */
const LEFT_OUT = 'params|query|body|returns|refuses|summary|who|needs|perMinute';

export function contractForBrowsers(): Plugin {
  return {
    name: 'folkmoot-contract-for-browsers',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const [file = '', name] = id.split(ONE);
      const [path = '', whole] = file.split(WHOLE);
      if (!CONTRACT.test(path)) return null;
      const part = { moduleType: 'ts', moduleSideEffects: false } as const;
      if (name !== undefined) {
        const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
        return { ...part, code: `export const ${name} = ${JSON.stringify(dataOf(module[name]))};` };
      }
      if (whole !== undefined) return { ...part, code: await readFile(path, 'utf8') };
      const code = standIn(path, (await import(pathToFileURL(path).href)) as object);
      return code === undefined ? null : { ...part, code };
    },
    async transform(code, id) {
      const missing = /\/packages\/web\/src\//.test(id) ? schemaOfEndpoint(code) : undefined;
      if (missing)
        this.error(`${missing} is not in the browser. Name the schema in the slice's schema.ts and take that.`);
      if (!IMPORTERS.test(id)) return null;
      let changed = code;
      for (const [text, list = '', from = ''] of code.matchAll(IMPORT)) {
        const path = (await this.resolve(from, id.split('?')[0]))?.id ?? '';
        if (!CONTRACT.test(path)) continue;
        const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
        changed = changed.replace(text, () => apart(path, module, list));
      }
      return changed === code ? null : changed;
    },
  };
}

/** The module that browsers get instead of the file at `path`; undefined if nothing in it is plain data. */
export function standIn(path: string, module: object): string | undefined {
  const names = Object.keys(module);
  if (!hasData(module)) return undefined;
  return names.map((name) => `export { ${name} } from ${JSON.stringify(sourceOf(path, module, name))};`).join('\n');
}

/** `import { a, b }` of a file of the contract, as an import for each value; types are left out. */
export function apart(path: string, module: object, list: string): string {
  const values = list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '));
  return values
    .map((one) => {
      const [name = '', local = name] = one.split(' as ');
      return `import { ${name} as ${local} } from ${JSON.stringify(sourceOf(path, module, name))};`;
    })
    .join(' ');
}

/** The module that holds one value: alone where it is plain data, else the file's own code. */
function sourceOf(path: string, module: object, name: string): string {
  if (!hasData(module)) return path;
  return path + (dataOf(Object.entries(module).find(([one]) => one === name)?.[1]) === undefined ? WHOLE : ONE + name);
}

function hasData(module: object): boolean {
  return Object.values(module).some((value) => dataOf(value) !== undefined);
}

/** The browser's replacement for a value of the contract, as JSON; undefined if it cannot be written out. */
export function dataOf(value: unknown): unknown {
  const [endpoint] = endpointsIn({ value });
  if (endpoint) return addressOf(endpoint);
  if (isLiveEvent(value)) return { name: value.name };
  const text = JSON.stringify(value);
  return text !== undefined && isDeepStrictEqual(JSON.parse(text), value) ? value : undefined;
}

function isLiveEvent(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'data' in value && isSchema(value.data);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** Finds files of the web client that take a schema from an endpoint, which in the browser is only an address. */
export function schemaOfEndpoint(code: string): string | undefined {
  const imports = code.matchAll(/import \{([^}]+)\} from '@folkmoot\/contract\/[\w/-]*api\.ts'/g);
  const names = [...imports].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  return names.length === 0
    ? undefined
    : new RegExp(`(?<![.\\w])(?:${names.join('|')})\\.(?:${LEFT_OUT})\\b`).exec(code)?.[0];
}
