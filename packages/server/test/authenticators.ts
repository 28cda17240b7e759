import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A challenge from the server, as far as a device answers it. */
type Question = { challenge: string };

/** The site it answers on, and whether the device has asked for a finger, a face or a PIN. */
type Ceremony = { origin?: string; verified?: boolean };

/** The bits of WebAuthn's flags: user present, user verified, and attested credential data included. */
const FLAGS = { present: 1, verified: 4, credential: 64 } as const;

type Cbor = number | string | Buffer | [Cbor, Cbor][];

/** As much of CBOR (RFC 8949) as a credential needs. */
function cbor(value: Cbor): Buffer {
  const head = (kind: number, size: number) =>
    Buffer.from(
      size < 24
        ? [(kind << 5) | size]
        : size < 256
          ? [(kind << 5) | 24, size]
          : [(kind << 5) | 25, size >> 8, size & 255],
    );
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flat().map(cbor)]);
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();

/**
 * A device that holds one passkey (ES256) and answers as browsers pass it on; Web Authentication, level 3, sections 6.1 and 7.
 *
 * @param home where it answers unless a test says otherwise.
 */
export function makeAuthenticator(home: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, { challenge }: Question, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, origin: string) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([hash(new URL(origin).hostname), Buffer.from([flags]), count]);
  };
  const flagsOf = (verified: boolean) => FLAGS.present | (verified ? FLAGS.verified : 0);
  const answer = (response: Record<string, Buffer | string[]>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [
        name,
        Buffer.isBuffer(value) ? value.toString('base64url') : value,
      ]),
    ),
  });
  return {
    /** Registers its passkey. */
    create(question: Question, { origin = home, verified = true }: Ceremony = {}) {
      const key = cbor([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const authData = Buffer.concat([
        authenticatorData(flagsOf(verified) | FLAGS.credential, origin),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      return answer({
        attestationObject: cbor([
          ['fmt', 'none'],
          ['attStmt', []],
          ['authData', authData],
        ]),
        clientDataJSON: clientData('webauthn.create', question, origin),
        transports: ['internal'],
      });
    },
    /** Proves that it holds its passkey. */
    get(question: Question, { origin = home, verified = true }: Ceremony = {}) {
      const data = authenticatorData(flagsOf(verified), origin);
      const client = clientData('webauthn.get', question, origin);
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey);
      return answer({ authenticatorData: data, clientDataJSON: client, signature });
    },
  };
}
