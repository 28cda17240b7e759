import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { addressOf, endpointsIn } from '@folkmoot/contract/core/endpoint.ts';
import type { Plugin } from 'vite';

/*
 * The contract in the built web client. Its schemas check input on the server; the browser needs them for its forms
 * only. So each file of the contract is read during the build: plain data is written out, an endpoint becomes its
 * address, and schemas and functions stay in a separate module that loads only where one of them is used. The first
 * page needs none, and so does not load zod.
 */

const CONTRACT = /\/packages\/contract\/src\/(core\/[a-z-]+|[a-z]+\/([a-z]+-)*(schema|api))\.ts$/;
const WHOLE = '?whole';

/** The parts of an endpoint that only the server has. */
const LEFT_OUT = 'params|query|body|returns|refuses|summary|who|needs|perMinute';

export function contractForBrowsers(): Plugin {
  return {
    name: 'folkmoot-contract-for-browsers',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const [path = '', whole] = id.split(WHOLE);
      if (!CONTRACT.test(path)) return null;
      const part = { moduleType: 'ts', moduleSideEffects: false } as const;
      if (whole !== undefined) return { ...part, code: await readFile(path, 'utf8') };
      const code = standIn(path, (await import(pathToFileURL(path).href)) as object);
      return code === undefined ? null : { ...part, code };
    },
    transform(code, id) {
      const missing = /\/packages\/web\/src\//.test(id) ? schemaOfEndpoint(code) : undefined;
      if (missing)
        this.error(`${missing} is not in the browser. Name the schema in the slice's schema.ts and take that.`);
    },
  };
}

/** The module that browsers get instead of the file at `path`; undefined if nothing in it is plain data. */
export function standIn(path: string, module: object): string | undefined {
  const written = new Map<string, unknown>();
  const kept: string[] = [];
  for (const [name, value] of Object.entries(module)) {
    const data = dataOf(value);
    if (data === undefined) kept.push(name);
    else written.set(name, data);
  }
  if (written.size === 0) return undefined;
  const lines = [...written].map(([name, data]) => `export const ${name} = ${JSON.stringify(data)};`);
  if (kept.length > 0) lines.unshift(`export { ${kept.join(', ')} } from ${JSON.stringify(path + WHOLE)};`);
  return lines.join('\n');
}

/** The browser's replacement for a value of the contract; undefined if it cannot be written out. */
function dataOf(value: unknown): unknown {
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
