import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * One caller's address as limits count it: an IPv4 address, or for IPv6 the /64 network that one connection usually
 * has for itself. However an address is written, it has one key.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown';
  // An IPv4 address mapped into IPv6 (::ffff:192.0.2.1) becomes an IPv4 address.
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')}/64`;
}

/**
 * Where a request comes from, as Fastify answers it too: the nearest `proxies` addresses are our own proxies'.
 */
export function addressOf(request: IncomingMessage, proxies: number): string | undefined {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const chain = [...forwarded, request.socket.remoteAddress ?? ''];
  return chain[Math.max(chain.length - 1 - proxies, 0)];
}

/**
 * Whether the name in a request's Host header is one of our own. A foreign name that resolves to this machine (DNS rebinding)
 * would otherwise let a website read what is meant for this machine alone. A literal address cannot be rebound.
 *
 * @param names also ours: of the public address, and those from the settings.
 */
export function isOurHost(host: string | undefined, names: ReadonlySet<string>): boolean {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return bare === 'localhost' || bare.endsWith('.localhost') || ipaddr.isValid(bare) || names.has(bare);
}
