import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWeb, isWebStale } from '../../tools/web-build.ts';
import { type Running, startProduct } from '../product.ts';

/** The desk and the phone have a demo world each. The port is a part of addresses that are on some screens. */
const PORTS = { desk: '47113', phone: '47114' };

export type Where = keyof typeof PORTS;

const kept = 'FOLKMOOT_PICTURED';

/** The demo world of the desk or of the phone. */
export function picturedProduct(where: Where): Running {
  return JSON.parse(process.env[kept] ?? '{}')[where];
}

/** Starts both, always at the same moment and with the same ids, and returns what stops them. */
export default async function setup(): Promise<() => Promise<void>> {
  if (isWebStale()) await buildWeb();
  const fixed = pathToFileURL(join(import.meta.dirname, 'fixed.mjs')).href;
  const [desk, phone] = await Promise.all(
    Object.values(PORTS).map((PORT) =>
      startProduct({ empty: false, env: { NODE_OPTIONS: `--import=${fixed}`, PORT } }),
    ),
  );
  process.env[kept] = JSON.stringify({ desk, phone });
  return async () => {
    await Promise.all([desk?.stop(), phone?.stop()]);
  };
}
