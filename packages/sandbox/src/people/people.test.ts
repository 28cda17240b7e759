import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONTACTS_SCOPE, type PeopleService, startPeople } from './start.ts';

const [MAREN, CHOIR] = ['maren.holt@mail.example', 'the.choir@mail.example'];
const REDIRECT = 'http://localhost:3000/auth/contacts/callback';
const VERIFIER = 'a-verifier-that-is-long-enough-for-the-standard-43';

type Body = Record<string, never> & {
  [name: string]: unknown;
  connections?: { names?: { displayName: string }[]; emailAddresses?: { value: string }[] }[];
  results?: unknown[];
};

let people: PeopleService;
beforeEach(async () => {
  people = await startPeople();
});
afterEach(() => people.stop());

const post = async (path: string, form: Record<string, string>) => {
  const body = new URLSearchParams(form);
  const answer = await fetch(`${people.url}${path}`, { method: 'POST', body, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
};

type Consent = { account?: string; scope?: string; answer?: string; asking?: Record<string, string> };

/** Asks for permission and answers as a person does; returns where that leads. */
async function consent({ account = MAREN, scope = CONTACTS_SCOPE, answer = 'allow', asking = {} }: Consent = {}) {
  const query = new URLSearchParams({
    ...{ client_id: people.clientId, redirect_uri: REDIRECT, response_type: 'code', scope: CONTACTS_SCOPE },
    ...{ state: 'some state', access_type: 'offline', prompt: 'consent', code_challenge_method: 'S256' },
    ...{ code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'), ...asking },
  });
  const page = await (await fetch(`${people.url}/o/oauth2/v2/auth?${query}`)).text();
  const [, id = ''] = /name="id" value="([^"]+)"/.exec(page) ?? [];
  const { location } = await post('/consent', { id, account, answer, ...(scope && { scope }) });
  return { page, id, location: URL.canParse(location) ? new URL(location) : undefined };
}

const redeem = async (code: string, form: Record<string, string> = {}) => {
  const { status, text } = await post('/token', {
    ...{ client_id: people.clientId, client_secret: people.clientSecret, grant_type: 'authorization_code' },
    ...{ redirect_uri: REDIRECT, code_verifier: VERIFIER, code, ...form },
  });
  return { status, body: JSON.parse(text) as Record<string, string> };
};

const connect = async (as: Consent = {}) => {
  const { location } = await consent(as);
  return (await redeem(location?.searchParams.get('code') ?? '')).body;
};

const ask = async (path: string, token: string | undefined) => {
  const answer = await fetch(`${people.url}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as Body };
};

test('a code is good once, for the program that asked and holds its verifier', async () => {
  const { location } = await consent();
  const code = location?.searchParams.get('code') ?? '';
  expect([location?.searchParams.get('state'), location?.searchParams.get('scope')]).toEqual([
    'some state',
    CONTACTS_SCOPE,
  ]);
  expect(await redeem(code, { client_secret: 'wrong' })).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  });
  expect(await redeem(code, { code_verifier: 'wrong' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect((await redeem(code, { redirect_uri: 'http://localhost:1/' })).body.error).toBe('redirect_uri_mismatch');
  const first = await redeem(code);
  expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3599, scope: CONTACTS_SCOPE } });
  expect((await redeem(code)).body.error).toBe('invalid_grant');
  // It may be in other hands: what the first one got is taken back.
  expect((await ask('people/me/connections?personFields=names', first.body.access_token)).status).toBe(401);
});

test('a person may say no, or leave the permission unticked', async () => {
  const denied = await consent({ answer: 'deny' });
  expect([denied.location?.searchParams.get('error'), denied.location?.searchParams.get('code')]).toEqual([
    'access_denied',
    null,
  ]);
  expect((await post('/consent', { id: denied.id, account: MAREN, answer: 'allow' })).status).toBe(400);
  const { access_token, scope } = await connect({ scope: '' });
  expect(scope).toBe('');
  expect((await ask('people/me/connections?personFields=names', access_token)).status).toBe(403);
});

test('a program that asks wrongly gets a page and no answer', async () => {
  for (const asking of [
    { client_id: 'another' },
    { redirect_uri: 'https://elsewhere.example/' },
    { response_type: 'token' },
    { scope: '' },
    { code_challenge_method: 'plain' },
  ])
    expect((await consent({ asking })).page).toContain('Access blocked');
});

test('a refresh token comes with the first consent or when asked again, and ends when it is revoked', async () => {
  const first = await connect();
  expect(first.refresh_token).toMatch(/^1\/\//);
  expect((await connect({ asking: { prompt: 'select_account' } })).refresh_token).toBeUndefined();
  const refresh = (token = '') => redeem('', { grant_type: 'refresh_token', refresh_token: token });
  people.endAccess();
  const page = 'people/me/connections?personFields=names';
  expect((await ask(page, first.access_token)).status).toBe(401);
  const fresh = await refresh(first.refresh_token);
  expect((await ask(page, fresh.body.access_token)).status).toBe(200);
  expect((await post(`/revoke?token=${encodeURIComponent(first.refresh_token ?? '')}`, {})).status).toBe(200);
  expect((await ask(page, fresh.body.access_token)).status).toBe(401);
  expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await post(`/revoke?token=${encodeURIComponent(first.refresh_token ?? '')}`, {})).status).toBe(400);
});

test('contacts come in pages of at most a thousand, and a page token wants everything else unchanged', async () => {
  const { access_token: token } = await connect();
  const page = 'people/me/connections?personFields=names,emailAddresses&sortOrder=FIRST_NAME_ASCENDING';
  const sizes: number[] = [];
  const seen: Body['connections'] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const { body } = await ask(`${page}&pageSize=1000${next && `&pageToken=${next}`}`, token);
    expect(body.totalItems).toBe(2300);
    sizes.push(body.connections?.length ?? 0);
    seen.push(...(body.connections ?? []));
    next = body.nextPageToken as string | undefined;
  }
  expect(sizes).toEqual([1000, 1000, 300]);
  expect(seen.some(({ emailAddresses = [] }) => emailAddresses.length > 1)).toBe(true);
  expect(seen.some(({ emailAddresses }) => emailAddresses === undefined)).toBe(true);
  expect(seen.some(({ names }) => names === undefined)).toBe(true);
  expect(seen.some(({ names }) => /[^ -~]/.test(names?.[0]?.displayName ?? ''))).toBe(true);
  const next = (await ask(`${page}&pageSize=10`, token)).body.nextPageToken;
  expect((await ask(`${page}&pageSize=10&pageToken=${next}`, token)).status).toBe(200);
  for (const changed of [`${page}&pageSize=11`, page.replace('names,', ''), page.replace('FIRST', 'LAST')])
    expect((await ask(`${changed}&pageToken=${next}`, token)).status).toBe(400);
  const { access_token: other } = await connect({ account: CHOIR });
  expect((await ask(`${page}&pageSize=10&pageToken=${next}`, other)).status).toBe(400);
  expect((await ask(`${page}&pageSize=1001`, token)).status).toBe(400);
  expect((await ask('people/me/connections', token)).status).toBe(400);
  const { access_token: empty } = await connect({ account: 'brand.new@mail.example' });
  expect((await ask(page, empty)).body).toEqual({});
});

test('a search finds nothing new before a request without words, and thirty people at most', async () => {
  const { access_token: token } = await connect();
  const search = (query: string, size = 30) =>
    ask(
      `people:searchContacts?readMask=names,emailAddresses&pageSize=${size}&query=${encodeURIComponent(query)}`,
      token,
    );
  expect((await search('b')).body).toEqual({});
  expect((await search('')).body).toEqual({});
  expect((await search('b')).body.results).toHaveLength(30);
  expect((await search('b', 100)).body.results).toHaveLength(30);
  expect((await search('b', 0)).body.results).toHaveLength(10);
  expect((await search('ea lindqvist')).body).toEqual({});
  people.addContact(MAREN, { given: 'Quentin', family: 'Quill', addresses: ['quentin@quill.example'] });
  expect((await search('quill')).body).toEqual({});
  await search('');
  expect((await search('quill')).body.results).toHaveLength(1);
  expect((await search('quentin@q')).body.results).toHaveLength(1);
  expect((await ask('people:searchContacts?query=bea', token)).status).toBe(400);
});

test('calls fail on demand, access can be taken back, and nobody comes through a proxy', async () => {
  const { access_token: token } = await connect();
  const page = 'people/me/connections?personFields=names';
  people.failNext(429, 503);
  const busy = await ask(page, token);
  expect([busy.status, busy.body.error]).toEqual([429, expect.objectContaining({ status: 'RESOURCE_EXHAUSTED' })]);
  expect((await ask(page, token)).status).toBe(503);
  expect((await ask(page, token)).status).toBe(200);
  await post('/fail?statuses=500', {});
  expect((await ask(page, token)).status).toBe(500);
  people.failTokens(503);
  expect((await redeem('')).status).toBe(503);
  expect(await (await fetch(people.url)).text()).toContain(MAREN);
  await post('/permissions/remove', { account: MAREN });
  expect((await ask(page, token)).status).toBe(401);
  expect((await fetch(people.url, { headers: { 'x-forwarded-for': '10.0.0.1' } })).status).toBe(403);
});

test('a program that asks who somebody is gets an ID token, signed with a published key, and no permission is kept', async () => {
  const asking = { scope: 'openid email profile', nonce: 'some nonce' };
  const query = new URLSearchParams({
    ...{ client_id: people.clientId, redirect_uri: REDIRECT, response_type: 'code', state: 'some state', ...asking },
    ...{ code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'), code_challenge_method: 'S256' },
  });
  const page = await (await fetch(`${people.url}/o/oauth2/v2/auth?${query}`)).text();
  expect(page).not.toContain('type="checkbox" name="scope"');
  const [, id = ''] = /name="id" value="([^"]+)"/.exec(page) ?? [];
  const typed = { account: '', email: 'new@guild.example', name: 'Ana Maria Muir', confirmed: 'no' };
  const { location } = await post('/consent', { id, answer: 'allow', ...typed });
  const { body } = await redeem(new URL(location).searchParams.get('code') ?? '');
  const [header = '', payload = '', signature = ''] = (body.id_token ?? '').split('.');
  const configuration = (await (await fetch(`${people.url}/.well-known/openid-configuration`)).json()) as {
    jwks_uri: string;
  };
  const { keys } = (await (await fetch(configuration.jwks_uri)).json()) as { keys: JsonWebKey[] };
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
  expect(verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    ...{ iss: people.url, aud: people.clientId, nonce: 'some nonce', email: 'new@guild.example' },
    ...{ email_verified: false, given_name: 'Ana', family_name: 'Maria Muir' },
  });
  expect(people.accounts()).toEqual([]);
});
