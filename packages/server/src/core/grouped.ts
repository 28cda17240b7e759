/**
 * Groups what arrives while something is being written: the first is written at once, and all that come in the meantime are
 * written together after it. One call is under way at a time.
 *
 * @param write gets at least one; if it throws, each caller whose part was in it gets the error.
 * @returns resolves when the part has been written.
 */
export function createGrouped<Part>(write: (parts: Part[]) => Promise<void>): (part: Part) => Promise<void> {
  let next: { parts: Part[]; done: Promise<void> } | undefined;
  let current: Promise<unknown> = Promise.resolve();
  return (part) => {
    if (next === undefined) {
      const group = { parts: [] as Part[], done: Promise.resolve() };
      group.done = current.then(() => {
        next = undefined;
        return write(group.parts);
      });
      current = group.done.catch(() => undefined);
      next = group;
    }
    next.parts.push(part);
    return next.done;
  };
}

/**
 * The same, where each caller waits for a result of its own. If writing several fails, each is written alone, so that one that cannot be
 * written fails nobody else.
 *
 * @param write returns a result for each part, in their order.
 */
export function createBatched<Part, Result>(
  write: (parts: Part[]) => Promise<readonly Result[]>,
): (part: Part) => Promise<Result> {
  type Waiting = { part: Part; outcome?: { result: Result } | { error: unknown } };
  const alone = async (one: Waiting) => {
    one.outcome = await write([one.part]).then(
      ([result]) => ({ result: result as Result }),
      (error: unknown) => ({ error }),
    );
  };
  const grouped = createGrouped<Waiting>(async (some) => {
    if (some.length === 1) return alone(some[0] as Waiting);
    const results = await write(some.map(({ part }) => part)).catch(() => undefined);
    if (!results) for (const one of some) await alone(one);
    else for (const [nth, one] of some.entries()) one.outcome = { result: results[nth] as Result };
  });
  return async (part) => {
    const waiting: Waiting = { part };
    await grouped(waiting);
    const { outcome } = waiting;
    if (outcome && 'result' in outcome) return outcome.result;
    throw outcome?.error;
  };
}

/**
 * The same for many things at once: what is written together is of one of them, and no caller waits for what is written to another.
 *
 * @param keyOf says to which of them a part belongs.
 */
export function createBatchedBy<Part, Result>(
  keyOf: (part: Part) => string,
  write: (parts: Part[]) => Promise<readonly Result[]>,
): (part: Part) => Promise<Result> {
  const lanes = new Map<string, { write: (part: Part) => Promise<Result>; callers: number }>();
  return async (part) => {
    const key = keyOf(part);
    const lane = lanes.get(key) ?? { write: createBatched(write), callers: 0 };
    lanes.set(key, lane);
    lane.callers += 1;
    try {
      return await lane.write(part);
    } finally {
      lane.callers -= 1;
      if (lane.callers === 0) lanes.delete(key);
    }
  };
}
