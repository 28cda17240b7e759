import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { addressOf, endpointsIn } from '@folkmoot/contract/core/endpoint.ts';
import type { Plugin } from 'vite';

/*
 * The contract as the built web client carries it. Its schemas check what comes in on the server; the browser needs
 * them for its forms alone. So each file of the contract is read while building: what is plain data is written out,
 * an endpoint becomes its address, and schemas and functions stay in a module of their own that comes along only
 * where one of them is used. The first page needs none, and so neither zod.
 */

const CONTRACT = /\/packages\/contract\/src\/(core\/[a-z-]+|[a-z]+\/([a-z]+-)*(schema|api))\.ts$/;
const WHOLE = '?whole';

/** What an endpoint has on the server alone. */
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

/** The module that browsers get in place of the file at `path`; undefined where nothing in it is plain data. */
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

/** What stands for a value of the contract in the browser; undefined for what cannot be written out. */
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

/** Where a file of the web client takes a schema from an endpoint, which in the browser is only an address. */
export function schemaOfEndpoint(code: string): string | undefined {
  const imports = code.matchAll(/import \{([^}]+)\} from '@folkmoot\/contract\/[\w/-]*api\.ts'/g);
  const names = [...imports].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  return names.length === 0
    ? undefined
    : new RegExp(`(?<![.\\w])(?:${names.join('|')})\\.(?:${LEFT_OUT})\\b`).exec(code)?.[0];
}
