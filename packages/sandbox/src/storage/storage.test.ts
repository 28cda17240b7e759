import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Storage, startStorage } from './start.ts';

let storage: Storage;
let time = Date.parse('2026-03-04T05:06:07Z');

beforeAll(async () => {
  storage = await startStorage({ now: () => time });
});
afterAll(() => storage.stop());

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** A signed address, made step by step as the protocol's documentation has it. */
function address(method: string, key: string, seconds = 60, secret = storage.keys.secretAccessKey): string {
  const { host } = new URL(storage.endpoint);
  const scope = '20260304/us-east-1/s3/aws4_request';
  const query = [
    'X-Amz-Algorithm=AWS4-HMAC-SHA256',
    `X-Amz-Credential=sandbox%2F${scope.replaceAll('/', '%2F')}`,
    'X-Amz-Date=20260304T050607Z',
    `X-Amz-Expires=${seconds}`,
    'X-Amz-SignedHeaders=host',
  ].join('&');
  const canonical = [method, `/sandbox/${key}`, query, `host:${host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const day = hmac(hmac(hmac(hmac(`AWS4${secret}`, '20260304'), 'us-east-1'), 's3'), 'aws4_request');
  const signature = hmac(day, ['AWS4-HMAC-SHA256', '20260304T050607Z', scope, hash].join('\n')).toString('hex');
  return `${storage.endpoint}/sandbox/${key}?${query}&X-Amz-Signature=${signature}`;
}

test('storage keeps what is put, answers ranges, and removes what is deleted', async () => {
  expect((await fetch(address('PUT', 'a/b'), { method: 'PUT', body: 'hello world' })).status).toBe(200);
  expect(await (await fetch(address('GET', 'a/b'))).text()).toBe('hello world');
  const part = await fetch(address('GET', 'a/b'), { headers: { range: 'bytes=6-' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 6-10/11', 'world']);
  const head = await fetch(address('HEAD', 'a/b'), { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe('11');
  expect((await fetch(address('DELETE', 'a/b'), { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(address('GET', 'a/b'))).status).toBe(404);
});

test('storage refuses requests that are unsigned, signed by somebody else, for another method or key, or too late', async () => {
  const code = async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init);
    return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1]];
  };
  expect(await code(`${storage.endpoint}/sandbox/x`)).toEqual([403, 'AccessDenied']);
  expect(await code(address('GET', 'x', 60, 'another secret'))).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await code(address('GET', 'x'), { method: 'PUT', body: 'x' })).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await code(address('GET', 'x').replace('/x?', '/y?'))).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await code(address('GET', 'x').replace('Expires=60', 'Expires=600'))).toEqual([403, 'SignatureDoesNotMatch']);
  time += 61_000;
  expect(await code(address('GET', 'x'))).toEqual([403, 'AccessDenied']);
  time -= 61_000;
});
