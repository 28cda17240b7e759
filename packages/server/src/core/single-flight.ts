/**
 * Single flight: everybody who asks for the same thing while an answer is on its way waits for that one answer. For
 * public answers that are the same for everyone. Nothing is cached once it has been given.
 */
export function createSingleFlight<Answer>(): (key: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>();
  return (key, ask) => {
    const present = running.get(key);
    if (present) return present;
    const asked = ask().finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };
}
