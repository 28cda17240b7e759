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
