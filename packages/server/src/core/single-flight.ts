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

/**
 * The same for what has just been changed by those who ask: nobody gets an answer that was asked for before they came. Everybody who
 * comes while one is on its way shares the next.
 */
export function createFreshFlight<Answer>(): (key: string, ask: () => Promise<Answer>) => Promise<Answer> {
  type Flight = { running: Promise<Answer>; next?: Promise<Answer> };
  const flights = new Map<string, Flight>();
  const start = (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const flight: Flight = { running: ask() };
    flights.set(key, flight);
    const done = () => void (flights.get(key) === flight && flights.delete(key));
    flight.running.then(done, done);
    return flight.running;
  };
  return (key, ask) => {
    const flight = flights.get(key);
    if (!flight) return start(key, ask);
    const next = () => start(key, ask);
    flight.next ??= flight.running.then(next, next);
    return flight.next;
  };
}
