import { Readable } from 'node:stream';
import * as api from '@folkmoot/contract/media/api.ts';
import type { AttachmentView, NewUpload } from '@folkmoot/contract/media/schema.ts';
import { type Storage, startStorage } from '@folkmoot/sandbox/src/storage/start.ts';
import sharp from 'sharp';
import { vi } from 'vitest';
import { runCommand } from '../src/core/command.ts';
import { newId } from '../src/core/id.ts';
import { FILES_COOKIE } from '../src/core/security/session.ts';
import { createSigner } from '../src/core/security/signer.ts';
import { claim } from '../src/media/actions.ts';
import { openWorld, type Signed, type World } from './world.ts';

export type MediaWorld = World & {
  /** The address it listens on: uploads are streams, which need a real socket. */
  address: string;
  storage: Storage | undefined;
  /** The cookie of files, as a signed-in browser has it. */
  cookie(person: Signed): string;
  begin(person: Signed, bytes: Buffer, fields?: Partial<NewUpload>): ReturnType<typeof startUpload>;
  /** Begins, sends and completes; does not wait for the variants. */
  upload(person: Signed, bytes: Buffer, fields?: Partial<NewUpload>): Promise<AttachmentView>;
  /** The file once its processing is finished. */
  settled(person: Signed, id: string): Promise<AttachmentView>;
  /** Everything in the file store, by key. */
  keys(): Promise<string[]>;
  give(
    person: Signed,
    ids: string[],
    target: { conversationId: string; messageId?: string },
  ): Promise<AttachmentView[]>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
};

function startUpload(world: World, person: Signed, bytes: Buffer, fields: Partial<NewUpload>) {
  return world.call(
    api.startUpload,
    { fileName: 'kiln.jpg', size: bytes.length, mimeType: 'image/jpeg', type: 'message', ...fields },
    person,
  );
}

/** Sends bytes to the address that `startUpload` returned. */
export async function put(
  world: Pick<MediaWorld, 'address'>,
  to: { url: string; headers: Record<string, string> },
  bytes: Buffer,
): Promise<Response> {
  return fetch(new URL(to.url, world.address), { method: 'PUT', headers: to.headers, body: new Uint8Array(bytes) });
}

/** Sends bytes without saying how many, as a forger would. */
export async function putChunked(
  world: Pick<MediaWorld, 'address'>,
  to: { url: string },
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<number | undefined> {
  const body = Readable.toWeb(Readable.from(chunks)) as ReadableStream;
  const sent = fetch(new URL(to.url, world.address), { method: 'PUT', body, duplex: 'half' } as RequestInit);
  // A server may close the connection before its refusal is read.
  return sent.then((answer) => answer.status).catch(() => undefined);
}

/** The product with its jobs running, and its files on disk or in a bucket of the sandbox. */
export async function openMediaWorld(
  store: 'disk' | 'bucket',
  settings: Record<string, string> = {},
): Promise<MediaWorld> {
  const storage = store === 'bucket' ? await startStorage() : undefined;
  const world = await openWorld(
    storage
      ? {
          S3_ENDPOINT: storage.endpoint,
          S3_BUCKET: storage.bucket,
          S3_ACCESS_KEY_ID: storage.keys.accessKeyId,
          S3_SECRET_ACCESS_KEY: storage.keys.secretAccessKey,
          ...settings,
        }
      : settings,
  );
  const address = await world.app.listen();
  const signer = createSigner(world.config.authSecret, 'files');
  const all: MediaWorld = {
    ...world,
    address,
    storage,
    cookie: (person) => `${FILES_COOKIE.name}=${signer.sign(person.sessionId)}`,
    begin: (person, bytes, fields = {}) => startUpload(world, person, bytes, fields),
    async upload(person, bytes, fields = {}) {
      const begun = await startUpload(world, person, bytes, fields);
      if (begun.status !== 200) throw new Error(begun.problem.message);
      const sent = await put(all, begun.data.data, bytes);
      if (!sent.ok) throw new Error(await sent.text());
      const done = await world.call(api.completeUpload, { attachmentId: begun.data.data.id }, person);
      if (done.status !== 200) throw new Error(done.problem.message);
      return done.data;
    },
    settled: (person, id) =>
      vi.waitFor(
        async () => {
          const { data } = await world.call(api.completeUpload, { attachmentId: id }, person);
          if (data.state === 'processing') throw new Error('It is still being made.');
          return data;
        },
        { timeout: 20_000, interval: 50 },
      ),
    async keys() {
      if (storage) return [...storage.objects.keys()].sort();
      const { readdir } = await import('node:fs/promises');
      const names = await readdir(`${world.config.dataDir}/files`, { recursive: true, withFileTypes: true });
      return names
        .filter((one) => one.isFile())
        .map((one) => `${one.parentPath}/${one.name}`.split('/files/')[1] ?? '')
        .sort();
    },
    give: (person, ids, { conversationId, messageId = newId() }) =>
      runCommand(world.db, world.app.services, true, (command) =>
        claim(command, { ids, ownerId: person.id, conversationId, serverId: null, messageId }),
      ),
    get: (path, headers = {}) => fetch(new URL(path, address), { headers, redirect: 'manual' }),
    async close() {
      await world.close();
      await storage?.stop();
    },
  };
  return all;
}

/** A photograph as a phone takes it: on its side, with location and camera in its EXIF. */
export function photograph(width = 64, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#b5552b' } })
    .withExif({
      IFD0: { Make: 'Alderwick Optical', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export const LOCATION = '+51.5000-000.1200/';

/** A video whose boxes say where it was taken, in each way that phones use. */
export function video(bytes = 4000): Buffer {
  return Buffer.concat([
    box('ftyp', 'isom', Buffer.alloc(4), 'isommp42'),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      box('udta', box('\xa9xyz', Buffer.from([0, 18, 0x15, 0xc7]), LOCATION)),
      box('meta', `com.apple.quicktime.location.ISO6709${LOCATION}`),
      box('trak', box('tkhd', Buffer.alloc(84)), box('udta', box('loci', LOCATION))),
    ),
    box('uuid', `<x:xmpmeta exif:GPSLatitude="${LOCATION}"/>`),
    box('mdat', Buffer.alloc(bytes, 7)),
  ]);
}
