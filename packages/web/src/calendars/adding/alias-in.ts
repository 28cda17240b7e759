/** The last part of an event's address, if it is one of this installation; undefined for another site's. */
export function aliasIn(address: string, origin: string): string | undefined {
  const trimmed = address.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(trimmed)
    ? trimmed
    : `${origin.replace(/\/$/, '')}/${trimmed.replace(/^\/+/, '')}`;
  const withHost = URL.canParse(whole) ? new URL(whole) : undefined;
  if (withHost === undefined || withHost.origin !== new URL(origin).origin) {
    // Without a scheme, an address may begin with our host.
    const own = new URL(origin).host;
    return trimmed.startsWith(`${own}/`) ? aliasIn(trimmed.slice(own.length), origin) : undefined;
  }
  const parts = withHost.pathname.split('/').filter((part) => part !== '');
  return parts.at(-1)?.toLowerCase();
}
