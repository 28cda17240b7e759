import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Keys = { accessKeyId: string; secretAccessKey: string; region: string };

type Claim = { credential: string; signedHeaders: string; signature: string; date: string; isAddress: boolean };

/**
 * The reason why a request is not signed as AWS Signature Version 4 requires, or null if it is. Knows both ways: by
 * the Authorization header and by the address. Bodies are unsigned (`UNSIGNED-PAYLOAD`) or named by their SHA-256 in
 * a header.
 *
 * @param now the time by which addresses expire and headers grow stale, in milliseconds.
 */
export function whyUnsigned(request: IncomingMessage, url: URL, keys: Keys, now: number): string | null {
  const claim = claimIn(request, url);
  if (claim === null) return 'AccessDenied';
  const [accessKeyId, day, region, service, end] = claim.credential.split('/');
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region || service !== 's3' || end !== 'aws4_request' || day !== claim.date.slice(0, 8))
    return 'AuthorizationHeaderMalformed';
  const since = (now - timeOf(claim.date)) / 1000;
  const lifetime = claim.isAddress ? Number(url.searchParams.get('X-Amz-Expires') ?? 'NaN') : 15 * 60;
  if (!(lifetime > 0 && lifetime <= 604_800 && since <= lifetime && since >= -15 * 60)) return 'AccessDenied';
  const names = claim.signedHeaders.split(';');
  if (!names.includes('host')) return 'SignatureDoesNotMatch';
  const right = signatureOf(request, url, claim, names, keys);
  const given = Buffer.from(claim.signature, 'hex');
  return given.length === right.length && timingSafeEqual(given, right) ? null : 'SignatureDoesNotMatch';
}

function claimIn(request: IncomingMessage, url: URL): Claim | null {
  const query = url.searchParams;
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  if (header) {
    const [, credential = '', signedHeaders = '', signature = ''] = header;
    return {
      credential,
      signedHeaders,
      signature,
      date: String(request.headers['x-amz-date'] ?? ''),
      isAddress: false,
    };
  }
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return null;
  const of = (name: string) => query.get(name) ?? '';
  return {
    credential: of('X-Amz-Credential'),
    signedHeaders: of('X-Amz-SignedHeaders'),
    signature: of('X-Amz-Signature'),
    date: of('X-Amz-Date'),
    isAddress: true,
  };
}

/** `20260102T030405Z` in milliseconds. */
function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function signatureOf(request: IncomingMessage, url: URL, claim: Claim, names: string[], keys: Keys): Buffer {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
  const headers = names.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .replace(/\s+/g, ' ')
        .trim()}\n`,
  );
  const payload = claim.isAddress ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'] ?? '');
  const path = decodeURIComponent(url.pathname).split('/').map(encode).join('/');
  const canonical = [request.method, path, query, headers.join(''), claim.signedHeaders, payload].join('\n');
  const scope = claim.credential.split('/').slice(1).join('/');
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const parts = scope.split('/');
  const key = parts.reduce<Buffer>((made, part) => hmac(made, part), Buffer.from(`AWS4${keys.secretAccessKey}`));
  return hmac(key, text);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
