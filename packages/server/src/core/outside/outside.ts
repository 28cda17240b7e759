import * as dns from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Why a file on another server could not be read. Nothing of what that server says is told. */
export type OutsideProblem =
  | 'bad-address'
  | 'not-public'
  | 'unreachable'
  | 'certificate'
  | 'not-found'
  | 'denied'
  | 'failing'
  | 'redirects'
  | 'too-slow'
  | 'too-large';

/** A file on another server could not be read. */
export class OutsideError extends Error {
  readonly problem: OutsideProblem;

  constructor(problem: OutsideProblem) {
    super(`A file on another server could not be read: ${problem}.`);
    this.problem = problem;
  }
}

/** By what another server recognises the version of a file that was read before. */
export type OutsideVersion = { etag: string | null; modified: string | null };
/** `text` is null if the file is still the version that was named. */
export type OutsideFile = { text: string | null; version: OutsideVersion };

export type Outside = {
  /**
   * Reads a text file at an address that somebody else has chosen.
   *
   * @param before the version that is known already.
   * @throws OutsideError
   */
  read(url: string, before?: OutsideVersion): Promise<OutsideFile>;
};

type Parts = {
  /** What we call ourselves. Some servers answer only what begins like a browser. */
  userAgent: () => string;
  /** Origins that may be anywhere: of tests and the demo. */
  exempt: readonly string[];
  /** How names become addresses, for tests. */
  lookup?: LookupFunction;
  /** Addresses that count as public, and ports that may be asked, for tests. */
  allowed?: { addresses: string[]; ports: string[] };
  patienceMs?: number;
};

const REDIRECTS = 3;
const PATIENCE_MS = 10_000;
/** Bytes of a file, as sent and as unpacked. */
const MOST = 5_000_000;

/** All of IPv6 that machines on the internet have. The agents also let through `::7f00:1`, which is IPv4 in a form of long ago. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
const isStrange = (address: string) => isIPv6(address) && !GLOBAL.check(address, 'ipv6');

/**
 * Reads files of other servers, and none of this machine or its network: only http and https at their usual ports, and only
 * if every address that a name has is a public one of one machine. The connection goes to an address that was looked at, not to one that
 * the name has a moment later, and each redirect is looked at like the first address (docs/decisions/047).
 */
export function createOutside(parts: Parts): Outside {
  const { userAgent, exempt, allowed, patienceMs = PATIENCE_MS } = parts;
  const lookup = withoutStrange(parts.lookup ?? (dns.lookup as LookupFunction));
  const filter = { allowIPAddressList: allowed?.addresses ?? [] };
  const ports = ['', ...(allowed?.ports ?? [])];

  const agentFor = (url: URL): http.Agent => {
    const isSecure = url.protocol === 'https:';
    if (exempt.includes(url.origin)) return isSecure ? new https.Agent() : new http.Agent();
    return isSecure ? new RequestFilteringHttpsAgent(filter) : new RequestFilteringHttpAgent(filter);
  };

  async function ask(url: URL, before: OutsideVersion, signal: AbortSignal): Promise<http.IncomingMessage> {
    const agent = agentFor(url);
    try {
      return await new Promise<http.IncomingMessage>((resolve, reject) => {
        const request = (url.protocol === 'https:' ? https : http).get(url, {
          agent,
          signal,
          ...(!exempt.includes(url.origin) && { lookup }),
          headers: {
            accept: 'text/calendar, */*;q=0.5',
            'accept-encoding': 'gzip, deflate, br',
            'user-agent': userAgent(),
            ...(before.etag !== null && { 'if-none-match': before.etag }),
            ...(before.modified !== null && { 'if-modified-since': before.modified }),
          },
        });
        request.once('response', resolve);
        request.once('error', reject);
        request.once('close', () => agent.destroy());
      });
    } catch (error) {
      throw new OutsideError(signal.aborted ? 'too-slow' : problemOf(error));
    }
  }

  /** The address if it may be asked. */
  const checked = (address: string, base?: URL): URL => {
    const url = URL.parse(address, base?.href);
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      throw new OutsideError('bad-address');
    if (exempt.includes(url.origin)) return url;
    if (!ports.includes(url.port)) throw new OutsideError('bad-address');
    if (isStrange(url.hostname.slice(1, -1))) throw new OutsideError('not-public');
    return url;
  };

  return {
    async read(address, before = { etag: null, modified: null }) {
      const signal = AbortSignal.timeout(patienceMs);
      let url = checked(address);
      for (let hops = 0; hops <= REDIRECTS; hops += 1) {
        const reply = await ask(url, before, signal);
        const { statusCode: status = 0, headers } = reply;
        try {
          const version = { etag: short(headers.etag), modified: short(headers['last-modified']) };
          if (status === 304) return { text: null, version: before };
          if (status === 200) return { text: await textOf(reply, signal), version };
          if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined)
            throw new OutsideError(meaningOf(status));
          url = checked(headers.location, url);
        } finally {
          reply.destroy();
        }
      }
      throw new OutsideError('redirects');
    },
  };
}

/** Looks names up as before, and refuses a name of which an address is no usual one. The agents look at the rest. */
function withoutStrange(lookup: LookupFunction): LookupFunction {
  return (name, options, callback) =>
    lookup(name, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      if (!error && addresses.some(isStrange)) callback(new OutsideError('not-public'), found as string, family);
      else callback(error, found as string, family);
    });
}

/** A header that is worth keeping. */
const short = (header: string | undefined): string | null =>
  header === undefined || header.length > 500 ? null : header;

function meaningOf(status: number): OutsideProblem {
  if (status === 404 || status === 410) return 'not-found';
  return status === 401 || status === 403 ? 'denied' : 'failing';
}

/** The agent's refusals carry no code; they are the only errors that speak of a lookup that is not allowed. */
function problemOf(error: unknown): OutsideProblem {
  if (error instanceof OutsideError) return error.problem;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (/^DNS lookup .* is not allowed/.test(message)) return 'not-public';
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/.test(code) ? 'certificate' : 'unreachable';
}

/** The body as text, unpacked up to a limit. */
async function textOf(reply: http.IncomingMessage, signal: AbortSignal): Promise<string> {
  const packing = reply.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const unpacked = unpack(reply, packing);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MOST) throw new OutsideError('too-large');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    throw new OutsideError(signal.aborted ? 'too-slow' : 'unreachable');
  } finally {
    unpacked.destroy();
  }
  return decoderFor(reply.headers['content-type']).decode(Buffer.concat(chunks));
}

function unpack(reply: http.IncomingMessage, packing: string): Readable {
  if (packing === 'identity' || packing === '') return reply;
  const through =
    packing === 'br'
      ? createBrotliDecompress()
      : /^(x-)?gzip$|^deflate$/.test(packing)
        ? createUnzip()
        : // Nobody asked for any other.
          undefined;
  if (!through) throw new OutsideError('failing');
  let sent = 0;
  // Also where nothing comes out: a packed file of nothing can go on for ever.
  reply.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    if (sent > MOST) reply.destroy(new OutsideError('too-large'));
  });
  reply.on('error', (error) => through.destroy(error));
  return reply.pipe(through);
}

function decoderFor(contentType = ''): InstanceType<typeof TextDecoder> {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
