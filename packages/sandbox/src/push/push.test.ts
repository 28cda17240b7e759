import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decrypt } from './decrypt.ts';
import { type PushService, startPushService } from './start.ts';

let service: PushService;

beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());

test('a push message is read as in the example of RFC 8291', () => {
  const from = (text: string) => Buffer.from(text, 'base64url');
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));
  const body = from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(decrypt(body, keys, from('BTBZMqHH6r4Tts7J_aSIgg'))).toBe('When I grow up, I want to be a watermelon');
});

test('pushes without a signature, and to subscriptions that have ended, are refused', async () => {
  const { endpoint } = service.subscribe('some-key');
  expect((await fetch(endpoint, { method: 'POST', headers: { ttl: '1' } })).status).toBe(403);
  service.end(endpoint);
  expect((await fetch(endpoint, { method: 'POST' })).status).toBe(410);
  expect(service.messages(endpoint)).toEqual([]);
});
