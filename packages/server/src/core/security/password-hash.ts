import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's figures for scrypt: N 2^15, r 8, p 3; 32 MB for a moment. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } as const;

function derive(secret: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(secret.normalize('NFC'), salt, 32, COST, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

/** The stored form of a short secret that people type, such as a passcode: salt and scrypt key. */
export async function hashPassword(secret: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(secret, salt)).toString('base64url')}`;
}

/** True where the secret is the one that was hashed. */
export async function isPassword(secret: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.');
  const right = Buffer.from(key, 'base64url');
  const given = await derive(secret, Buffer.from(salt, 'base64url'));
  return right.length === given.length && timingSafeEqual(right, given);
}
