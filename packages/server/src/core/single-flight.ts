/**
 * Gives everybody who asks the same thing at the same moment one answer: whoever asks while it is on its way waits for it.
 * For what anybody may see and what is the same for all of them. Nothing is remembered once it has been given.
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
