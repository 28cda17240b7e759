import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, isWebStale } from '../../tools/web-build.ts';
import { type Running, startProduct } from '../product.ts';

const file = join(import.meta.dirname, '../../node_modules/.cache/folkmoot-e2e/engines.json');

export function demoWorld(): Running {
  return JSON.parse(readFileSync(file, 'utf8')) as Running;
}

/** Starts the demo world for both engines. */
export default async function setup(): Promise<() => Promise<void>> {
  if (isWebStale()) await buildWeb();
  const product = await startProduct({ empty: false });
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(product));
  return () => product.stop();
}
