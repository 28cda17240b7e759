import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

const TAG = 16;

/**
 * Reads a message as a browser does: `aes128gcm` (RFC 8188) with the keys of a subscription (RFC 8291). Written from the
 * standards, not with the library that encrypts, so that a fault in either is found.
 *
 * @throws if the message was not encrypted for this subscription.
 */
export function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const size = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  if (sealed.length > size) throw new Error('A push message has one record only (RFC 8291, section 4).');
  const derive = (secret: Buffer, seasoning: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, seasoning, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-TAG));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
  // The last record's text ends with 2, and zeros as padding.
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.');
  return padded.subarray(0, end).toString();
}
