/*
 * What a visitor pressed before they were asked to sign in or up: it is done once they are signed in and back on the same
 * page. It belongs to the tab and ends after an hour, so that nothing happens that they no longer expect.
 */

/** `join` and `ask` are about a community, `accept` about an invitation and `access` about a private event, which their own pages describe. */
type Intent = {
  act: 'join' | 'ask' | 'accept' | 'access';
  id: string;
  at: number;
  /** The community, as the sign-in pages show it. */
  community?: Named;
};
type Named = { id: string; name: string; logo: string | null };

const KEY = 'folkmoot.intent';
const VALID_MS = 60 * 60_000;

/** Keeps what was pressed. Without storage it has to be pressed again. */
export function keepIntent(act: Intent['act'], id: string, community?: Omit<Named, 'id'>): void {
  const about = community && { community: { id, name: community.name, logo: community.logo } };
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ act, id, at: Date.now(), ...about } satisfies Intent));
  } catch {
    // Not kept.
  }
}

/** The community that a visitor is about to join, or to ask. */
export function communityOfIntent(): Named | undefined {
  const { act, community, at } = read() ?? {};
  return act !== 'accept' && act !== 'access' && at !== undefined && Date.now() - at < VALID_MS ? community : undefined;
}

function read(): Intent | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Intent | null;
  } catch {
    return null;
  }
}

/** Whether this was pressed in this tab within the last hour; true only once. */
export function takeIntent(act: Intent['act'], id: string): boolean {
  const kept = read();
  if (kept?.act !== act || kept.id !== id) return false;
  sessionStorage.removeItem(KEY);
  return Date.now() - kept.at < VALID_MS;
}
