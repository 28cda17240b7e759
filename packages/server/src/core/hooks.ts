/** Functions that a slice, or core, needs and a later slice offers. The slice that needs them declares them. */
export type Hooks<Functions extends object> = {
  readonly owner: string;
  readonly names: readonly string[];
  /** Says which of the functions are these. Several slices may each offer some. */
  offer(functions: Partial<Functions>): Offer;
};

export type Offer = { readonly owner: string; readonly functions: object };

/** @param names every function of the type, so that a missing one is noticed when the server starts. */
export function defineHooks<Functions extends object>(
  owner: string,
  names: Record<keyof Functions, true>,
): Hooks<Functions> {
  return { owner, names: Object.keys(names), offer: (functions) => ({ owner, functions }) };
}

type Call = (...args: unknown[]) => unknown;

export type HookRegistry = {
  /** The functions. They may be passed on at once, and called when all slices are connected. */
  of<Functions extends object>(hooks: Hooks<Functions>): Functions;
  /**
   * Connects what slices offer with what was asked for by `of`.
   *
   * @throws if a function is offered twice, or not at all.
   */
  connect(offers: readonly Offer[]): void;
};

/** Connects slices that need something with later slices that offer it, once for each server. */
export function createHooks(): HookRegistry {
  const needed = new Set<string>();
  const offered = new Map<string, Call>();
  return {
    of<Functions extends object>({ owner, names }: Hooks<Functions>) {
      const forward = (name: string) => {
        const key = `${owner}.${name}`;
        needed.add(key);
        return (...args: unknown[]) => {
          const call = offered.get(key);
          if (!call) throw new Error(`${key} was called before the slices were connected.`);
          return call(...args);
        };
      };
      // Each name forwards to the function that `offer` has checked against the type.
      return Object.fromEntries(names.map((name) => [name, forward(name)])) as Functions;
    },
    connect(offers) {
      for (const { owner, functions } of offers)
        for (const [name, call] of Object.entries(functions)) {
          const key = `${owner}.${name}`;
          if (offered.has(key)) throw new Error(`Two slices offer ${key}.`);
          offered.set(key, call as Call);
        }
      for (const key of needed) if (!offered.has(key)) throw new Error(`${key} is needed, and no slice offers it.`);
    },
  };
}
