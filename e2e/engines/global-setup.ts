import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, isWebStale } from '../../tools/web-build.ts';
import { type Product, startProduct } from '../product.ts';

const file = join(import.meta.dirname, '../../node_modules/.cache/folkmoot-e2e/engines.json');

export function demoWorld(): Omit<Product, 'stop'> {
  return JSON.parse(readFileSync(file, 'utf8')) as Product;
}

/** Starts the demo world for both engines. */
export default async function setup(): Promise<() => Promise<void>> {
  if (isWebStale()) await buildWeb();
  const product = await startProduct({ empty: false });
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(product));
  return () => product.stop();
}
