import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Product, startProduct } from '../product.ts';

/** The port is a part of addresses that are on some screens. */
const PORTS = { desk: '47113', phone: '47114' };

/** Starts the demo world, always at the same moment and with the same ids. */
export function startPictured(where: 'desk' | 'phone'): Promise<Product> {
  const fixed = pathToFileURL(join(import.meta.dirname, 'fixed.mjs')).href;
  return startProduct({ empty: false, env: { NODE_OPTIONS: `--import=${fixed}`, PORT: PORTS[where] } });
}
