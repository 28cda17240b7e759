import { createPublicKey, verify } from 'node:crypto';

/** The longest that a signature may hold (RFC 8292, section 2), in seconds. */
const LONGEST = 24 * 3600;

/**
 * Why a push is not accepted from its sender (VAPID, RFC 8292); null if it is.
 *
 * @param authorization the header: `vapid t=<token>, k=<key>`.
 * @param key the application server's key that the subscription was made with, as base64url.
 * @param now in milliseconds.
 */
export function whyUnsigned(
  authorization: string | undefined,
  key: string,
  origin: string,
  now: number,
): string | null {
  const given = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '');
  if (!given) return 'The Authorization header is not one of VAPID.';
  const [, head = '', claims = '', signature = '', by] = given;
  if (by !== key) return 'The subscription belongs to another application server.';
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) return 'The signature is wrong.';
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  if (aud !== origin) return 'The token is for another push service.';
  if (typeof exp !== 'number' || exp <= now / 1000 || exp > now / 1000 + LONGEST) return 'The token has no valid end.';
  if (typeof sub !== 'string' || !/^(mailto:|https:)/.test(sub)) return 'The token names nobody to write to.';
  return null;
}
