/** Where our own rules and SQL get the time from. Libraries keep their own clock. */
export type Clock = { now(): Date };

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests and the demo can move; it runs on from where it was put. */
export function movableClock(base: Clock = systemClock): Clock & { moveBy(milliseconds: number): void } {
  let offset = 0;
  return {
    now: () => new Date(base.now().getTime() + offset),
    moveBy(milliseconds) {
      offset += milliseconds;
    },
  };
}
