import { packClaims, type TicketClaims, unpackClaims } from '@folkmoot/contract/admission/rules.ts';
import type { TicketKey } from '@folkmoot/contract/admission/schema.ts';
import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
} from 'jose';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../core/db/db.ts';
import { createCipher } from '../core/security/encrypt.ts';
import { insertKey, listKeys, type StoredKey } from './keys-store.ts';

/** EdDSA with Ed25519: RFC 8037. */
const ALGORITHM = 'EdDSA';

/** How long a process goes on with the keys that it has read, in milliseconds: another one may have added or retired some. */
const KEPT_MS = 30_000;

/** So many characters of a key's thumbprint name it in each ticket. */
const KID_LENGTH = 8;

export type TicketKeys = {
  /** What the QR code of a ticket contains. */
  sign(claims: TicketClaims): Promise<string>;
  /** What a ticket says, if one of our keys signed it that is not retired. */
  read(jws: string): Promise<TicketClaims | undefined>;
  /** The public keys, for doors that check tickets without a network. */
  list(): Promise<TicketKey[]>;
};

type Keys = { public: TicketKey[]; kid: string; signing: Awaited<ReturnType<typeof importJWK>> };

/**
 * The keys of tickets. The first is made when it is needed. If the newest cannot be opened, because the secret of the
 * installation is another now, a new one is made; earlier tickets stay valid.
 */
export function createTicketKeys(db: Db, secret: string, clock: Clock): TicketKeys {
  let kept: { until: number; keys: Promise<Keys> } | undefined;
  const keys = (): Promise<Keys> => {
    const now = clock.now().getTime();
    if (kept === undefined || kept.until <= now || kept.until > now + KEPT_MS) {
      const read = readKeys(db, secret, clock.now());
      kept = { until: now + KEPT_MS, keys: read };
      read.catch(() => {
        kept = undefined;
      });
    }
    return kept.keys;
  };
  return {
    async sign(claims) {
      const { kid, signing } = await keys();
      return new CompactSign(Buffer.from(packClaims(claims))).setProtectedHeader({ alg: ALGORITHM, kid }).sign(signing);
    },
    read: async (jws) => readTicket(jws, (await keys()).public),
    list: async () => (await keys()).public,
  };
}

/**
 * What a ticket says, if one of these keys signed it. The public keys are enough. `canEnter` in the contract decides
 * whether it lets its holder in.
 */
export async function readTicket(jws: string, keys: readonly TicketKey[]): Promise<TicketClaims | undefined> {
  try {
    const { kid } = decodeProtectedHeader(jws);
    const key = keys.find((one) => one.kid === kid);
    if (key === undefined) return undefined;
    const { payload } = await compactVerify(jws, await importJWK(key, ALGORITHM), { algorithms: [ALGORITHM] });
    return unpackClaims(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

async function readKeys(db: Db, secret: string, now: Date): Promise<Keys> {
  const stored = (await listKeys(db)).filter(({ retired }) => retired === null);
  const [newest] = stored;
  const opened = newest && (await open(newest, secret));
  if (newest && opened !== undefined) return { public: stored.map(publicPart), kid: newest.kid, signing: opened };
  const made = await addKey(db, secret, now);
  const signing = await open(made, secret);
  if (signing === undefined) throw new Error('A new key of tickets could not be opened.');
  return { public: [made, ...stored].map(publicPart), kid: made.kid, signing };
}

/** The private key; undefined if it was sealed with another secret. */
async function open({ sealed }: StoredKey, secret: string) {
  try {
    const jwk = JSON.parse(await cipherOf(secret).open(sealed)) as object;
    return await importJWK(jwk, ALGORITHM);
  } catch {
    return undefined;
  }
}

const cipherOf = (secret: string) => createCipher(secret, 'ticket-keys');

const publicPart = ({ kid, publicKey: x }: StoredKey): TicketKey => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x,
  kid,
  alg: ALGORITHM,
  use: 'sig',
});

/** Makes a key and keeps it: tickets are signed with it from now on, in every process within half a minute. */
export async function addKey(db: Db, secret: string, now: Date): Promise<StoredKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const [jwk, own] = [await exportJWK(pair.publicKey), await exportJWK(pair.privateKey)];
  const kid = (await calculateJwkThumbprint(jwk)).slice(0, KID_LENGTH);
  const sealed = await cipherOf(secret).close(JSON.stringify(own));
  const key = { kid, publicKey: jwk.x ?? '', sealed, created: now, retired: null };
  await insertKey(db, key, now);
  return key;
}
