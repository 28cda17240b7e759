import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs short texts that travel through browsers and come back, such as an upload address: HMAC-SHA-256. */
export type Signer = {
  /** The text with its signature after a dot. It may only contain letters, digits, `-`, `_`, `.` and `~`. */
  sign(text: string): string;
  /** The text, or undefined if the signature is not ours. */
  read(signed: string): string | undefined;
};

/** @param purpose keeps the keys of different uses apart (HKDF, RFC 5869). */
export function createSigner(secret: string, purpose: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `folkmoot:${purpose}`, 32));
  const codeOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign: (text) => `${text}.${codeOf(text)}`,
    read(signed) {
      const at = signed.lastIndexOf('.');
      if (at < 0) return undefined;
      const text = signed.slice(0, at);
      // Letter by letter: the same bytes have many spellings, and each would count as an address of its own.
      const given = Buffer.from(signed.slice(at + 1));
      const right = Buffer.from(codeOf(text));
      return given.length === right.length && timingSafeEqual(given, right) ? text : undefined;
    },
  };
}
