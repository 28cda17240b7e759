/**
 * The return address after signing in, made safe: only a path on this site is followed, never another site's address.
 *
 * @param next the value of `?next=`; anything that is not such a path becomes `/`.
 */
export function safeNext(next: string | undefined, origin: string = location.origin): string {
  if (!next?.startsWith('/') || next.includes('\\') || [...next].some((letter) => letter < ' ')) return '/';
  try {
    const url = new URL(next, origin);
    // `/..//elsewhere` becomes `//elsewhere`, which a browser would take for another site.
    if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//') || isSignedOut(url.pathname)) return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}

/** Pages that make no sense when you are signed in. */
const SIGNED_OUT = new Set(['/sign-in', '/sign-up', '/verify', '/second-step', '/forgot', '/logout']);

/** In any spelling: routes ignore case, a trailing slash and percent encoding. */
function isSignedOut(pathname: string): boolean {
  return SIGNED_OUT.has(
    decodeURIComponent(pathname)
      .toLowerCase()
      .replace(/\/+$/, '')
      .replace(/\/{2,}/g, '/'),
  );
}

const LEAVING = 'folkmoot.leaving';

/** Records that this tab wants to sign out: a link to `/logout` from elsewhere asks first. */
export function markLeaving(): void {
  try {
    sessionStorage.setItem(LEAVING, 'yes');
  } catch {
    // Without storage the page asks, which is as good.
  }
}

/** Whether this tab wanted to sign out; true only once. */
export function takeLeaving(): boolean {
  try {
    const wanted = sessionStorage.getItem(LEAVING) !== null;
    sessionStorage.removeItem(LEAVING);
    return wanted;
  } catch {
    return false;
  }
}

/** Goes to the logout route, where the session ends without a question. */
export function leave(): void {
  markLeaving();
  location.assign('/logout');
}

/** The invitation code in `next`, so that the sign-in pages can show who invited. */
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
