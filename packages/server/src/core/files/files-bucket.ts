import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
// Signs requests and addresses (AWS Signature Version 4) in 6 KB without dependencies; we need seven calls of S3.
import { AwsClient } from 'aws4fetch';
import type { Store } from './files.ts';

export type BucketSettings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** How a browser should receive a file, stated in the signed address. */
export type Download = { mimeType: string; disposition: string };

export type Bucket = Store & {
  readonly kind: 'bucket';
  /** Scheme, host and port that browsers connect to. */
  readonly origin: string;
  /** An address that takes exactly `size` bytes under `key`, for `seconds`. The headers are part of the signature. */
  uploadAddress(key: string, size: number, seconds: number): Promise<{ url: string; headers: Record<string, string> }>;
  /** An address that returns the object at `key`, for `seconds`. */
  downloadAddress(key: string, seconds: number, as: Download): Promise<string>;
};

/** Bytes are stored without a type of their own; the download response states it. */
const BYTES = 'application/octet-stream';

/** A bucket with the S3 protocol, addressed by path (`endpoint/bucket/key`), which every S3 server understands. */
export function openBucket(settings: BucketSettings): Bucket {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
  const urlOf = (key: string) => `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}/${key}`;

  const ask = async (method: string, key: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const answer = await client.fetch(urlOf(key), { ...init, method });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    throw new Error(`The bucket answered ${answer.status} to ${method} ${key}.`);
  };
  const need = async (method: string, key: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await ask(method, key, init);
    if (!answer) throw new Error(`The bucket has nothing under ${key}.`);
    return answer;
  };
  const signed = async (method: string, url: URL, headers: Record<string, string> = {}): Promise<string> => {
    const request = await client.sign(url.href, { method, headers, aws: { signQuery: true, allHeaders: true } });
    // A plus is a space to some servers and a plus to others.
    return request.url.replaceAll('+', '%20');
  };
  const size = async (key: string): Promise<number | undefined> => {
    const answer = await ask('HEAD', key);
    return answer && Number(answer.headers.get('content-length'));
  };

  const store = async (path: string, key: string): Promise<number> => {
    const bytes = await openAsBlob(path);
    await need('PUT', key, { body: bytes, headers: { 'content-type': BYTES } });
    return bytes.size;
  };

  return {
    kind: 'bucket',
    origin: new URL(settings.endpoint).origin,
    size,
    async head(key, most) {
      const answer = await need('GET', key, { headers: { range: `bytes=0-${most - 1}` } });
      return (await answer.bytes()).subarray(0, most);
    },
    async open(key) {
      const answer = await ask('GET', key);
      if (!answer?.body) return undefined;
      const stream = Readable.fromWeb(answer.body as ReadableStream);
      return { size: Number(answer.headers.get('content-length')), stream };
    },
    async fetch(key, path) {
      const { body } = await need('GET', key);
      if (body) await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(path));
    },
    store,
    storeLast: store,
    async move(from, to) {
      const copied = await ask('PUT', to, { headers: { 'x-amz-copy-source': `/${settings.bucket}/${from}` } });
      // A copy may fail after its headers were sent: S3 reports it in the body, with a status of 200.
      if (copied && /<Error>/.test(await copied.text())) throw new Error(`The bucket could not copy ${from}.`);
      if (copied) await ask('DELETE', from);
      else if ((await size(to)) === undefined) throw new Error(`The bucket has nothing under ${from}.`);
    },
    async remove(keys) {
      for (const key of keys) await ask('DELETE', key);
    },
    async uploadAddress(key, size, seconds) {
      const headers = { 'content-type': BYTES };
      const url = new URL(`${urlOf(key)}?X-Amz-Expires=${seconds}`);
      return { url: await signed('PUT', url, { ...headers, 'content-length': String(size) }), headers };
    },
    downloadAddress(key, seconds, { mimeType, disposition }) {
      const url = new URL(urlOf(key));
      url.searchParams.set('X-Amz-Expires', String(seconds));
      url.searchParams.set('response-content-type', mimeType);
      url.searchParams.set('response-content-disposition', disposition);
      return signed('GET', url);
    },
  };
}
