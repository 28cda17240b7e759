import { createCipheriv, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCipher } from './encrypt.ts';

const SECRET = 'a secret of some length';
const TEXT = '358975 is your code, Zoë';

test('encrypted text can be decrypted, but not if it was altered or meant for another purpose', async () => {
  const seal = createCipher(SECRET, 'mail');
  const closed = await seal.close(TEXT);
  expect(closed).not.toContain('358975');
  expect(await seal.close(TEXT)).not.toBe(closed);
  expect(await seal.open(closed)).toBe(TEXT);
  await expect(seal.open(`${closed.slice(0, -4)}AAAA`)).rejects.toThrow();
  await expect(seal.open(closed.slice(0, closed.lastIndexOf('.')))).rejects.toThrow();
  await expect(createCipher(SECRET, 'other').open(closed)).rejects.toThrow();
});

test('an email that waited during an update from an earlier version can be decrypted unless it was altered', async () => {
  const key = Buffer.from(hkdfSync('sha256', SECRET, '', 'folkmoot:mail', 32));
  const nonce = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(TEXT, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  const seal = createCipher(SECRET, 'mail');
  expect(await seal.open(sealed.toString('base64url'))).toBe(TEXT);
  sealed[30] = (sealed[30] ?? 0) ^ 1;
  await expect(seal.open(sealed.toString('base64url'))).rejects.toThrow();
  await expect(createCipher(SECRET, 'other').open(sealed.toString('base64url'))).rejects.toThrow();
});
