/** How long a count is relied on, in milliseconds. */
const FRESH_MS = 10_000;
/** Which part of the room that is left may be used before it is counted again: by so many processes at once, none goes over the limit. */
const SHARE = 20;
/** Events that are remembered. */
const EVENTS = 1000;

/**
 * Remembers for a while that an event has room for more questions, so that not each of thousands has them all counted. Where little
 * room is left, nothing is remembered, and the statement that writes a question counts.
 *
 * @param count the questions of events that have some, in every state.
 * @param most how many one event may have.
 */
export function createRoomLeft(
  count: (eventIds: readonly string[]) => Promise<ReadonlyMap<string, number>>,
  most: number,
): (eventIds: readonly string[], now: Date) => Promise<boolean[]> {
  const known = new Map<string, { left: number; until: number }>();
  return async (eventIds, now) => {
    const at = now.getTime();
    const wanted = new Map<string, number>();
    for (const id of eventIds) wanted.set(id, (wanted.get(id) ?? 0) + 1);
    const stale = [...wanted].filter(([id, more]) => {
      const room = known.get(id);
      return room === undefined || room.left < more || room.until <= at;
    });
    if (stale.length > 0) {
      const counts = await count(stale.map(([id]) => id));
      for (const [id] of stale) {
        known.delete(id);
        known.set(id, { left: Math.floor((most - (counts.get(id) ?? 0)) / SHARE), until: at + FRESH_MS });
      }
      for (const id of known.keys()) {
        if (known.size <= Math.max(EVENTS, wanted.size)) break;
        known.delete(id);
      }
    }
    return eventIds.map((id) => {
      const room = known.get(id);
      if (room === undefined || room.left < 1) return false;
      room.left -= 1;
      return true;
    });
  };
}
