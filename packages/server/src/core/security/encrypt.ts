import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, flattenedDecrypt } from 'jose';

/**
 * Seals small secrets that must wait in the database, such as an email with a code in it: a JWE with AES-256-GCM under
 * a key derived from the installation's secret (HKDF, RFC 5869).
 */
export type Cipher = { close(text: string): Promise<string>; open(sealed: string): Promise<string> };

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

/** @param purpose keeps the keys of different uses apart. */
export function createCipher(secret: string, purpose: string): Cipher {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `folkmoot:${purpose}`, 32));
  return {
    close: (text) => new CompactEncrypt(Buffer.from(text)).setProtectedHeader(HEADER).encrypt(key),
    async open(sealed) {
      const { plaintext } = await (sealed.includes('.') ? compactDecrypt(sealed, key) : openPlain(sealed, key));
      return Buffer.from(plaintext).toString('utf8');
    },
  };
}

/** Emails that an earlier version sealed and an update found waiting: 12 bytes nonce, 16 bytes tag, then the text. */
function openPlain(sealed: string, key: Uint8Array) {
  const bytes = Buffer.from(sealed, 'base64url');
  const part = (from: number, to?: number) => bytes.subarray(from, to).toString('base64url');
  return flattenedDecrypt({ unprotected: HEADER, iv: part(0, 12), tag: part(12, 28), ciphertext: part(28) }, key);
}
