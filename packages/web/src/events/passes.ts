/* What a passcode opened, kept as long as this tab is. */

const keyOf = (eventId: string) => `folkmoot.pass.${eventId}`;

/** The token that opens a private event in this tab. */
export function keptPass(eventId: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(eventId)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepPass(eventId: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(eventId), token);
  } catch {
    // Then it opens this page alone.
  }
}
