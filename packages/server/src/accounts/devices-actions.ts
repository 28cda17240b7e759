import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The cookie by which a browser shows that it signed in before, and with which addresses; docs/decisions/025. */
export const DEVICE_COOKIE = { name: 'folkmoot.device', days: 180, addresses: 5 } as const;

export type Devices = {
  /** The browser's own id if it signed in with this address before, else undefined. */
  knownFor(cookie: string | undefined, email: string): string | undefined;
  /** The cookie for a browser that has now signed in with this address. */
  add(cookie: string | undefined, email: string): string;
};

/**
 * A known browser has an id, and for each address that signed in from it an HMAC over both. It grants no access: it
 * only keeps strangers' tries from counting against the owner, so the server stores nothing, and a stolen one is
 * worth a few tries.
 */
export function createDevices(secret: string): Devices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'folkmoot:devices', 32));
  const tagOf = (id: string, email: string) =>
    createHmac('sha256', key).update(`${id}\n${email}`).digest('base64url').slice(0, 22);
  const read = (cookie: string | undefined) => {
    const [id = '', ...tags] = (cookie ?? '').split('.');
    return /^[\w-]{22}$/.test(id) ? { id, tags: tags.slice(0, DEVICE_COOKIE.addresses) } : undefined;
  };
  return {
    knownFor(cookie, email) {
      const device = read(cookie);
      if (!device || email === '') return undefined;
      const right = Buffer.from(tagOf(device.id, email));
      const isRight = (tag: string) => tag.length === right.length && timingSafeEqual(Buffer.from(tag), right);
      return device.tags.some(isRight) ? device.id : undefined;
    },
    add(cookie, email) {
      const { id, tags } = read(cookie) ?? { id: randomBytes(16).toString('base64url'), tags: [] };
      const tag = tagOf(id, email);
      return [id, tag, ...tags.filter((other) => other !== tag)].slice(0, DEVICE_COOKIE.addresses + 1).join('.');
    },
  };
}
