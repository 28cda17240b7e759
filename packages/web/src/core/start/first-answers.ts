/* What a member's page has asked for before any script had loaded: its token, and the first answers of its screen. */

/** How long they may be used, in milliseconds, from when the program has them: for the first screen alone. */
const FRESH_MS = 3000;
/** An answer that has waited this long for the program, in milliseconds, may be another person's by now. */
const OLD_MS = 15_000;
/** How soon everything that is live catches up after an answer that may be behind; several come together. */
const SOON_MS = 100;

let answers: Record<string, unknown> = {};
let until = 0;
let asked = false;
let catchUp: (() => void) | undefined;
let soon: ReturnType<typeof setTimeout> | undefined;

/** Whether the server has taken the browser for a member's, and has sent their frame. */
export function isMembersPage(): boolean {
  return typeof document !== 'undefined' && document.getElementById('start') !== null;
}

/** Where the page has asked; undefined if it has not, when that has been read before, or if it was long ago. */
export function firstAddress(): string | undefined {
  if (asked || typeof document === 'undefined') return undefined;
  asked = true;
  const address = document.getElementById('start')?.getAttribute('href') ?? undefined;
  if (address === undefined) return undefined;
  const [answered] = performance.getEntriesByName(new URL(address, location.href).href) as PerformanceResourceTiming[];
  return answered && answered.responseEnd < performance.now() - OLD_MS ? undefined : address;
}

/** Keeps the answers, by path of the call, each for one call. */
export function keepFirstAnswers(all: Record<string, unknown>): void {
  answers = all;
  until = performance.now() + FRESH_MS;
}

/** When somebody changes something, or another person may come. */
export function forgetFirstAnswers(): void {
  answers = {};
}

/**
 * Calls the listener soon after an answer was taken: from now on it may lack what the socket has already told.
 *
 * @param listener asks for everything that may have changed.
 */
export function onAnswerTaken(listener: () => void): void {
  catchUp = listener;
}

/** The answer to a call that came with the page; undefined if none did, or somebody has asked before. */
export function takeFirstAnswer(path: string): unknown {
  if (performance.now() > until || !Object.hasOwn(answers, path)) return undefined;
  const answer = answers[path];
  delete answers[path];
  if (catchUp) {
    clearTimeout(soon);
    soon = setTimeout(catchUp, SOON_MS);
  }
  return answer;
}
