import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import { buildWeb, isWebStale } from '../tools/web-build.ts';
import { settle } from './past.ts';
import { type Running, startProduct } from './product.ts';

export type Addresses = Record<string, Running>;

/** Where the running products are written down for the workers, which are processes of their own. */
const addressFile = join(
  fileURLToPath(new URL('..', import.meta.url)),
  'node_modules/.cache/folkmoot-e2e',
  `${process.env.FOLKMOOT_E2E_RUN ?? 'run'}.json`,
);

/** The product that belongs to a Playwright project. */
export function productOf(project: string): Addresses[string] {
  const addresses = JSON.parse(readFileSync(addressFile, 'utf8')) as Addresses;
  const found = addresses[project];
  if (found === undefined) throw new Error(`No product was started for the project ${project}.`);
  return found;
}

/** Starts one product for each chosen project, and returns what stops them all. */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  // Once here, not in each product at the same time.
  if (isWebStale()) await buildWeb();
  const names = chosenProjects(config);
  const products = await Promise.all(names.map((name) => startProduct({ empty: name !== 'demo' })));
  await Promise.all(products.map(({ databaseUrl }) => settle(databaseUrl)));
  const addresses: Addresses = Object.fromEntries(
    names.map((name, at) => [name, products[at]]).filter((pair) => pair[1] !== undefined),
  );
  mkdirSync(join(addressFile, '..'), { recursive: true });
  writeFileSync(addressFile, JSON.stringify(addresses));
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
}

/** Playwright tells global setup of every project, chosen or not; the command line says which were asked for. */
function chosenProjects(config: FullConfig): string[] {
  const asked = process.argv.flatMap((arg, at) =>
    arg === '--project' ? [process.argv[at + 1]] : arg.startsWith('--project=') ? [arg.slice(10)] : [],
  );
  const names = config.projects.map((project) => project.name);
  return asked.length === 0 ? names : names.filter((name) => asked.includes(name));
}
