/* The access that a passcode or the link of an email gave, kept as long as this tab is open. */

const keyOf = (eventId: string) => `folkmoot.pass.${eventId}`;
const linkOf = (alias: string) => `folkmoot.pass.link.${alias.toLowerCase()}`;

/** The token that opens a private event in this tab. */
export function keptPass(eventId: string): string | undefined {
  return read(keyOf(eventId));
}

/** Whether this tab may open the event at an address, where others see less. */
export function holdsAccess({ alias, resource_id }: { alias: string; resource_id: string }): boolean {
  return (keptLink(alias) ?? keptPass(resource_id)) !== undefined;
}

export function keepPass(eventId: string, token: string): void {
  write(keyOf(eventId), token);
}

/** The token of the emailed link that led to this address in this tab. */
export function keptLink(alias: string): string | undefined {
  return read(linkOf(alias));
}

/**
 * Keeps the token of an emailed link in this tab and removes it from the address bar, where it would be copied,
 * bookmarked and sent along. The router continues with the address that it has read.
 */
export function keepLink(alias: string, token: string): void {
  if (!write(linkOf(alias), token)) return;
  const address = new URL(window.location.href);
  if (!address.searchParams.has('token')) return;
  address.searchParams.delete('token');
  // Past the router, which would parse the address again and refetch everything.
  History.prototype.replaceState.call(window.history, window.history.state, '', address);
}

/** The link that led to this address in this tab is of no use any more. */
export function forgetLink(alias: string): void {
  try {
    sessionStorage.removeItem(linkOf(alias));
  } catch {
    // Nothing was kept.
  }
}

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** False where the browser keeps nothing: then it opens this page alone. */
function write(key: string, token: string): boolean {
  try {
    sessionStorage.setItem(key, token);
    return true;
  } catch {
    return false;
  }
}
