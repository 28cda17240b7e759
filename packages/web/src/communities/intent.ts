/*
 * What a visitor pressed before they were asked to sign in or up: it is done once they are signed in and back on the same
 * page. It belongs to the tab and ends after an hour, so that nothing happens that they no longer expect.
 */

/** `join` and `ask` name a community, `accept` an invitation. */
type Intent = { act: 'join' | 'ask' | 'accept'; id: string; at: number };

const KEY = 'folkmoot.intent';
const VALID_MS = 60 * 60_000;

/** Keeps what was pressed. Without storage it has to be pressed again. */
export function keepIntent(act: Intent['act'], id: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ act, id, at: Date.now() } satisfies Intent));
  } catch {
    // Not kept.
  }
}

/** Whether this was pressed in this tab within the last hour; true only once. */
export function takeIntent(act: Intent['act'], id: string): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Intent | null;
    if (kept?.act !== act || kept.id !== id) return false;
    sessionStorage.removeItem(KEY);
    return Date.now() - kept.at < VALID_MS;
  } catch {
    return false;
  }
}
