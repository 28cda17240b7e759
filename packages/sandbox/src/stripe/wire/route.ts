import type { World } from '../world.ts';
import type { Read, Shape } from './parameters.ts';

/** What a call knows when it is carried out. */
export type Call<S extends Shape = Shape> = {
  world: World;
  /** The account it is for: `Stripe-Account`, or the platform. */
  account: string;
  given: Read<S>;
  /** The ids in its path, in order. */
  ids: readonly string[];
  path: string;
  /** Whether it came with a publishable key. */
  isBrowser: boolean;
  /** The sandbox's own origin. */
  origin: string;
};

export type Route = {
  method: string;
  pattern: RegExp;
  shape: Shape;
  /** Whether browsers may call it, with a publishable key. */
  forBrowsers: boolean;
  run: (call: Call) => unknown;
};

/**
 * A call of the API.
 *
 * @param name method and path, as `GET /v1/charges/:id`.
 */
export function route<S extends Shape>(
  name: string,
  shape: S,
  run: (call: Call<S>) => unknown,
  { forBrowsers = false } = {},
): Route {
  const [method = '', path = ''] = name.split(' ');
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);
  // The parameters are read with this very shape.
  return { method, pattern, shape, forBrowsers, run: (call) => run(call as Call<S>) };
}
