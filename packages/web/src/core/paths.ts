/**
 * The way back after signing in, made safe: only a path of this very site is followed, never another site's address.
 *
 * @param next what stands in `?next=`; anything that is not such a path becomes `/`.
 */
export function safeNext(next: string | undefined, origin: string = location.origin): string {
  if (!next?.startsWith('/') || next.includes('\\') || [...next].some((letter) => letter < ' ')) return '/';
  try {
    const url = new URL(next, origin);
    // `/..//elsewhere` becomes `//elsewhere`, which a browser would take for another site.
    if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//') || SIGNED_OUT.has(url.pathname))
      return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}

/** Pages that make no sense once one is signed in. */
const SIGNED_OUT = new Set(['/sign-in', '/sign-up', '/verify', '/forgot', '/logout']);

/** The invitation code that `next` leads to, so that the sign-in pages can show who invited. */
export function inviteCodeIn(next: string | undefined): string | undefined {
  const code = /^\/invite\/([^/?#]+)/.exec(next ?? '')?.[1];
  if (!code) return undefined;
  try {
    return decodeURIComponent(code);
  } catch {
    return undefined;
  }
}

/** A full address of this site, for copying and sharing. */
export function absolute(path: string): string {
  return `${location.origin}${path}`;
}
