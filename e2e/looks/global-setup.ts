import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWeb, isWebStale } from '../../tools/web-build.ts';
import { type Product, startProduct } from '../product.ts';

const file = join(import.meta.dirname, '../../node_modules/.cache/folkmoot-e2e/looks.json');

export function productUnderTest(): Omit<Product, 'stop'> {
  return JSON.parse(readFileSync(file, 'utf8')) as Product;
}

/** Starts the demo world, always at the same moment and with the same ids. */
export default async function setup(): Promise<() => Promise<void>> {
  if (isWebStale()) await buildWeb();
  const fixed = pathToFileURL(join(import.meta.dirname, 'fixed.mjs')).href;
  // Its address is on some screens.
  const product = await startProduct({ empty: false, env: { NODE_OPTIONS: `--import=${fixed}`, PORT: '47113' } });
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(product));
  return () => product.stop();
}
