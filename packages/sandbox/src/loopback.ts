import type { IncomingMessage } from 'node:http';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** True for an address of this machine's loopback interface, IPv4, IPv6 or IPv4 written as IPv6. */
export function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.toLowerCase().replace(/^::ffff:/, '');
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain);
}

/** True for a Host header that names the loopback itself, with or without a port. */
export function isLoopbackHost(host: string | undefined): boolean {
  const match = /^(\[[^\]]+\]|[^:[\]]+)(?::\d{1,5})?$/.exec(host ?? '');
  return match?.[1] !== undefined && loopbackNames.has(match[1].toLowerCase());
}

/** True for a header that a proxy adds: such a request started somewhere else, whatever its socket says. */
function comesFromProxy(name: string): boolean {
  return name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-');
}

/**
 * The reason why a request must not be answered, or null if it may be. Codes and sign-in links pass through the
 * mailbox, so only a browser on this machine may read it: the socket must be loopback, the Host header too (a page
 * elsewhere can point its own name at 127.0.0.1), and there must be no proxy in between.
 */
export function whyRefused(request: IncomingMessage): string | null {
  if (!isLoopbackAddress(request.socket.remoteAddress)) return 'The sandbox only answers this machine.';
  if (!isLoopbackHost(request.headers.host)) return 'The sandbox answers to 127.0.0.1 and localhost only.';
  if (Object.keys(request.headers).some(comesFromProxy)) return 'The sandbox does not answer through a proxy.';
  return null;
}
