/**
 * Single flight: everybody who asks for the same thing while an answer is on its way waits for that one answer. For
 * public answers that are the same for everyone. Nothing is cached once it has been given.
 */
export function createSingleFlight<Answer>() {
  const running = new Map<string, Promise<Answer>>();
  const flight = (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const present = running.get(key);
    if (present) return present;
    const asked = ask().finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };
  /** The answer that is on its way, if one is. */
  return Object.assign(flight, { running: (key: string): Promise<Answer> | undefined => running.get(key) });
}
