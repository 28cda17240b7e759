import { createHmac } from 'node:crypto';
import { getSupport, introduceToSupport } from '@folkmoot/contract/support/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { readConfig } from '../core/config.ts';

const CHATWOOT = { CHATWOOT_URL: 'https://chat.example/', CHATWOOT_WEBSITE_TOKEN: 'web site&1' };
const CRISP = { CRISP_WEBSITE_ID: '5b0b1f9e-0c5e-4a7e-9a53-3f0f7e6a1c2d' };

describe('a chat in a frame', () => {
  let world: World;
  let ines: Signed;
  beforeAll(async () => {
    world = await openWorld({ ...CHATWOOT, CHATWOOT_HMAC_TOKEN: 'hush', SUPPORT_EMAIL: 'help@moot.example' });
    ines = await world.person({ firstName: 'Ines', lastName: 'Quell' });
  });
  afterAll(() => world.close());

  test('its address says nothing of the person who opens it, nor of the secret', async () => {
    const { data } = await world.call(getSupport, {}, ines);
    expect(data).toEqual({
      chat: {
        url: 'https://chat.example/widget?website_token=web+site%261',
        host: 'chat.example',
        inFrame: true,
        takesNames: true,
      },
      email: 'help@moot.example',
    });
  });

  test('learns who somebody is by a hash that only the server can make, and only of themselves', async () => {
    const { data } = await world.call(introduceToSupport, {}, ines);
    expect(data).toEqual({
      ...{ url: null, identifier: ines.id, name: 'Ines Quell', email: ines.email },
      identifierHash: createHmac('sha256', 'hush').update(ines.id).digest('hex'),
    });
    expect((await world.call(introduceToSupport, {})).status).toBe(401);
  });

  test('may be framed, and nothing else of its site may be loaded', async () => {
    const { headers } = await world.app.http.inject({ method: 'GET', url: '/healthz' });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy.filter((rule) => rule.includes('chat.example'))).toEqual([expect.stringMatching(/^frame-src /)]);
  });
});

test('a chat that cannot check who somebody is learns nobody’s name', async () => {
  const world = await openWorld(CHATWOOT);
  try {
    const ines = await world.person();
    expect((await world.call(getSupport, {}, ines)).data.chat).toMatchObject({ inFrame: true, takesNames: false });
    expect((await world.call(introduceToSupport, {}, ines)).status).toBe(409);
  } finally {
    await world.close();
  }
});

test('Crisp opens in its own tab, with a name in its address only for somebody who agreed', async () => {
  const world = await openWorld(CRISP);
  try {
    const ines = await world.person({ firstName: 'Ines', lastName: 'Quell' });
    const { data } = await world.call(getSupport, {}, ines);
    const url = `https://go.crisp.chat/chat/embed/?website_id=${CRISP.CRISP_WEBSITE_ID}`;
    expect(data).toEqual({ chat: { url, host: 'go.crisp.chat', inFrame: false, takesNames: true }, email: null });
    const { data: identity } = await world.call(introduceToSupport, {}, ines);
    expect(new URL(identity.url ?? '').searchParams.get('user_email')).toBe(ines.email);
    expect(identity.identifierHash).toBeNull();
    const { headers } = await world.app.http.inject({ method: 'GET', url: '/healthz' });
    expect(String(headers['content-security-policy'])).not.toContain('crisp');
  } finally {
    await world.close();
  }
});

describe('settings', () => {
  const base = { DATA_DIR: '/tmp/x', AUTH_SECRET: 'a secret that only tests use, 32 long' };

  test('an address alone is help enough, and nothing is none', () => {
    expect(readConfig({ ...base, SUPPORT_EMAIL: 'help@moot.example' }).support).toEqual({
      ...{ chat: undefined, email: 'help@moot.example' },
    });
    expect(readConfig(base).support).toBeUndefined();
  });

  test.each([
    [{ CHATWOOT_URL: 'https://chat.example' }, /CHATWOOT_WEBSITE_TOKEN/],
    [{ CHATWOOT_HMAC_TOKEN: 'hush' }, /CHATWOOT_HMAC_TOKEN needs/],
    [{ ...CHATWOOT, ...CRISP }, /not in both/],
    [{ ...CHATWOOT, CHATWOOT_URL: 'http://localhost:9', HOST: '0.0.0.0' }, /CHATWOOT_URL must be/],
    [{ ...CHATWOOT, CHATWOOT_URL: 'javascript:alert(1)' }, /CHATWOOT_URL/],
    [{ CRISP_WEBSITE_ID: 'mine' }, /CRISP_WEBSITE_ID/],
    [{ SUPPORT_EMAIL: 'help' }, /SUPPORT_EMAIL/],
  ])('%j is refused by name', (settings, sentence) => {
    expect(() => readConfig({ ...base, ...settings })).toThrow(sentence);
  });
});
