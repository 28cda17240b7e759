import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import pLimit from 'p-limit';

/** Makes the form in which a secret that people type is stored, and compares. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
};

/** How secrets are hashed: what people sign in with, and passcodes of events. */
export type Hashing = { passwords: PasswordHasher; passcodes: PasswordHasher };

export type ScryptCost = { N: number; r: number; p: number };

/** OWASP's figures for scrypt: N 2^15, r 8, p 3; 32 MB for a moment. */
const OWASP: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };

/** A hasher that stores salt and scrypt key. It verifies only what was hashed at the same cost. */
export function createHasher(cost: ScryptCost): PasswordHasher {
  const options = { ...cost, maxmem: 64 * 1024 * 1024 };
  const derive = (secret: string, salt: Buffer) =>
    new Promise<Buffer>((resolve, reject) =>
      scrypt(secret.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
    );
  return {
    async hash(password) {
      const salt = randomBytes(16);
      return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`;
    },
    async verify({ hash, password }) {
      const [salt = '', key = ''] = hash.split('.');
      const right = Buffer.from(key, 'base64url');
      const given = await derive(password, Buffer.from(salt, 'base64url'));
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}

/** A process hashes on all processors but one, so that a flood of guessed passwords does not keep other people waiting. */
const inTurn = pLimit(Math.max(1, availableParallelism() - 1));

function queued({ hash, verify }: PasswordHasher): PasswordHasher {
  return { hash: (password) => inTurn(hash, password), verify: (stored) => inTurn(verify, stored) };
}

/** What every installation uses. Tests hash faster. */
export const STRONG: Hashing = {
  passwords: queued({ hash: hashPassword, verify: verifyPassword }),
  passcodes: queued(createHasher(OWASP)),
};
