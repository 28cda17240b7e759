import {
  accessToken,
  changePassword,
  checkAppCode,
  getMe,
  isUsernameFree,
  signIn,
} from '@folkmoot/contract/accounts/api.ts';
import { markDefault } from '@folkmoot/contract/channels/api.ts';
import { getCommunity } from '@folkmoot/contract/communities/api.ts';
import { addMembers, addReaction } from '@folkmoot/contract/conversations/api.ts';
import { endpoint } from '@folkmoot/contract/core/endpoint.ts';
import { SOMETHING_WRONG, UNFORESEEN } from '@folkmoot/contract/core/problem.ts';
import { listMine } from '@folkmoot/contract/qna/api.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

const ME = '019a0000-0000-7000-8000-000000000001';
const ID = '019a0000-0000-7000-8000-000000000002';
const OTHER = '019a0000-0000-7000-8000-000000000003';

let made = 0;
const assign = vi.fn();

/** A token as the server makes it; only its claims matter here. */
function token(minutes = 15): string {
  made += 1;
  const now = Math.floor(Date.now() / 1000);
  return `h.${btoa(JSON.stringify({ sub: ME, sid: ID, iat: now, exp: now + minutes * 60, n: made }))}.s`;
}

type Answer = { status: number; body?: unknown };
type Handler = (path: string, init: RequestInit) => Answer | Promise<Answer>;

/** A network that answers as the test says, and keeps what was asked. */
function network(handler: Handler) {
  const asked: { path: string; init: RequestInit; headers: Record<string, string> }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, init, headers: init.headers as Record<string, string> });
    const { status, body } = await handler(path, init);
    return new Response(body === undefined ? '{}' : JSON.stringify(body), { status });
  });
  return { asked, count: (path: string) => asked.filter((each) => each.path === path).length };
}

const signedOut = { status: 401, body: { statusCode: 401, code: 'core.signed-out', message: 'Sign in to continue.' } };

/** The modules keep the session in memory, so every test gets fresh ones. */
async function fresh() {
  vi.resetModules();
  const [call, tokens, problem, headers] = await Promise.all([
    import('./api-client.ts'),
    import('./token.ts'),
    import('./api-error.ts'),
    import('./headers.ts'),
  ]);
  return { ...call, ...tokens, ...problem, ...headers };
}

beforeEach(() => {
  vi.stubEnv('DEV', false);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('location', { pathname: '/somewhere', assign, reload: vi.fn() });
  assign.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test.each(['with', 'without'])(
  'a token is asked for only after a call that may replace the session has been answered, %s locks',
  async (locks) => {
    if (locks === 'without') vi.stubGlobal('navigator', { ...navigator, locks: undefined });
    const { call, refreshAccess, sessionState } = await fresh();
    const changed = Promise.withResolvers<Answer>();
    let cookie = 'old';
    const { asked } = network((path) => {
      if (path !== accessToken.path) return changed.promise;
      return cookie === 'new' ? { status: 200, body: { token: token() } } : signedOut;
    });
    const changing = call(checkAppCode, { code: '123456' });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    // As when the server closes the socket of the old session before its answer has come.
    const refreshed = refreshAccess();
    await new Promise((next) => setTimeout(next));
    cookie = 'new';
    changed.resolve({ status: 200 });
    await Promise.all([changing, refreshed]);
    expect(sessionState().status).toBe('signedIn');
  },
);

test.each(['refused', 'lost'])('a page whose own call for a token was %s asks again', async (what) => {
  const link = { getAttribute: () => '/auth/start?path=%2F' };
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'start' ? link : null) });
  vi.stubGlobal('location', { pathname: '/', href: 'http://localhost/', assign });
  const { startSession } = await fresh();
  const { asked } = network((path) => {
    if (path === accessToken.path) return { status: 200, body: { token: token() } };
    if (what === 'lost') throw new TypeError('no network');
    return signedOut;
  });
  expect((await startSession()).status).toBe('signedIn');
  expect(asked.map(({ path }) => path)).toEqual(['/auth/start?path=%2F', accessToken.path]);
});

describe('the input of a call', () => {
  test('a call’s path begins with the prefix of another backend', async () => {
    const { splitInput } = await fresh();
    const disconnect = endpoint('DELETE /api/v1/accounts/disconnect', {
      backend: 'payments',
      who: 'signedIn',
      returns: z.object({}),
      summary: 'Disconnect an account.',
    });
    expect(splitInput(disconnect, {}).path).toBe('/payments/api/v1/accounts/disconnect');
  });

  test('a call takes path parameters, query and body from one flat object', async () => {
    const { splitInput } = await fresh();
    expect(splitInput(addMembers, { serverId: ID, conversationId: OTHER, users: [ME] })).toEqual({
      path: `/api/v1/conversations/add-members?serverId=${ID}`,
      body: JSON.stringify({ conversationId: OTHER, users: [ME] }),
      serverId: undefined,
    });
    expect(splitInput(isUsernameFree, { username: 'a b' })).toMatchObject({
      path: '/api/v1/public/username-available?username=a+b',
      body: undefined,
    });
    expect(splitInput(addReaction, { conversationId: ID, messageId: OTHER, emoji: '❤️' }).path).toContain(
      `/reactions/${encodeURIComponent('❤️')}`,
    );
    expect(splitInput(markDefault, { serverId: ID, channelId: OTHER, isDefault: true })).toMatchObject({
      body: '{"isDefault":true}',
      serverId: ID,
    });
  });

  test('a call leaves out undefined values', async () => {
    const { splitInput } = await fresh();
    expect(splitInput(addMembers, { serverId: undefined, conversationId: OTHER, users: [] }).path).toBe(
      '/api/v1/conversations/add-members',
    );
  });
});

describe('calls', () => {
  test('a call sends the headers of the specification', async () => {
    const net = network((path) => ({ status: 200, body: path === '/auth/token' ? { token: token() } : { data: [] } }));
    const { call, startSession, noteMember, CLIENT_ID } = await fresh();
    await startSession();
    noteMember(ID, OTHER);
    await call(getCommunity, { serverId: ID });
    expect(net.asked.at(-1)?.headers).toMatchObject({
      'x-client-version': '1',
      'x-client-id': CLIENT_ID,
      'x-user-id': ME,
      'x-member-id': OTHER,
    });
    expect(net.asked.at(-1)?.headers.authorization).toMatch(/^Bearer h\./);
    expect(net.asked[0]?.path).toBe('/auth/token');
    expect(net.asked[0]?.headers).toMatchObject({ 'x-client-version': '1', 'x-client-id': CLIENT_ID });
  });

  test('a call as nobody has neither the session nor the mark of this tab', async () => {
    const { call, refreshAccess } = await fresh();
    const { asked } = network((path) =>
      path === accessToken.path ? { status: 200, body: { token: token() } } : { status: 200, body: { items: [] } },
    );
    await refreshAccess();
    await call(listMine, { eventId: ID, keys: [] }, { asNobody: true });
    await call(listMine, { eventId: ID, keys: [] });
    const [nobody, somebody] = asked.slice(-2).map(({ headers }) => headers);
    expect(asked.slice(-2).map(({ init }) => init.credentials)).toEqual(['omit', 'same-origin']);
    expect(nobody?.authorization).toBeUndefined();
    expect(nobody?.['x-user-id']).toBeUndefined();
    expect(somebody?.authorization).toBeDefined();
    expect(nobody?.['x-client-id']).not.toBe(somebody?.['x-client-id']);
  });

  test('a call for a file is like any other, with the headers, one refresh and one retry', async () => {
    let stale = '';
    const net = network((path, init) => {
      if (path === '/auth/token') return { status: 200, body: { token: token() } };
      const bearer = (init.headers as Record<string, string>).authorization;
      return bearer === `Bearer ${stale}` ? signedOut : { status: 200, body: 'Name,Email' };
    });
    const { fetchFile, startSession, currentAccess, CLIENT_ID } = await fresh();
    await startSession();
    stale = (await currentAccess())?.token ?? '';
    expect(await (await fetchFile('/a/list.csv')).text()).toBe('"Name,Email"');
    expect(net.count('/a/list.csv')).toBe(2);
    expect(net.asked.at(-1)?.headers).toMatchObject({
      'x-client-version': '1',
      'x-client-id': CLIENT_ID,
      'x-user-id': ME,
    });
  });

  test('a call for a file that is refused says so in the server’s words, and an outdated page reloads', async () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
    network(() => ({ status: 426, body: { statusCode: 426, code: 'core.too-old', message: 'A newer version.' } }));
    const { fetchFile } = await fresh();
    await expect(fetchFile('/a/list.csv')).rejects.toMatchObject({ message: 'A newer version.' });
    expect(location.reload).toHaveBeenCalledTimes(1);
  });

  test('parallel calls that get a 401 refresh the session once, and each is retried once', async () => {
    let stale = '';
    const net = network((path, init) => {
      if (path === '/auth/token') return { status: 200, body: { token: token() } };
      const bearer = (init.headers as Record<string, string>).authorization;
      return bearer === `Bearer ${stale}` ? signedOut : { status: 200, body: { ok: bearer } };
    });
    const { call, startSession, currentAccess } = await fresh();
    await startSession();
    stale = (await currentAccess())?.token ?? '';
    await Promise.all([call(getMe, {}), call(getMe, {}), call(getMe, {})]);
    expect(net.count('/auth/token')).toBe(2);
    expect(net.count('/api/v1/auth/me')).toBe(6);
    expect(assign).not.toHaveBeenCalled();
  });

  test('a call ends at /logout if the session cannot be refreshed', async () => {
    let over = false;
    network((path) => (over ? signedOut : { status: 200, body: path === '/auth/token' ? { token: token() } : {} }));
    const { call, startSession } = await fresh();
    await startSession();
    over = true;
    await expect(call(getMe, {})).rejects.toMatchObject({ statusCode: 401 });
    expect(assign).toHaveBeenCalledWith('/logout');
  });

  test('a call ends at /logout on a second 401 after a refresh and one retry', async () => {
    const net = network((path) => (path === '/auth/token' ? { status: 200, body: { token: token() } } : signedOut));
    const { call, startSession } = await fresh();
    await startSession();
    await expect(call(getMe, {})).rejects.toMatchObject({ statusCode: 401 });
    expect(net.count('/api/v1/auth/me')).toBe(2);
    expect(assign).toHaveBeenCalledWith('/logout');
  });

  test('a call never sends a visitor without a session to /logout', async () => {
    network(() => signedOut);
    const { call, startSession } = await fresh();
    await startSession();
    await expect(call(getMe, {})).rejects.toMatchObject({ code: 'core.signed-out' });
    expect(assign).not.toHaveBeenCalled();
  });

  test('a call with a wrong password gets an answer, and does not end the session', async () => {
    const body = {
      statusCode: 401,
      code: 'accounts.wrong-password',
      message: 'That email and password do not match.',
      fields: { password: 'x' },
    };
    const net = network(() => ({ status: 401, body }));
    const { call } = await fresh();
    await expect(call(signIn, { email: 'a@b.example', password: 'x' })).rejects.toMatchObject({
      code: 'accounts.wrong-password',
      fields: { password: 'x' },
    });
    expect(net.count('/auth/token')).toBe(0);
  });

  test('a call does not sign out when the network is gone', async () => {
    let gone = false;
    network((path) => {
      if (gone) throw new TypeError('Failed to fetch');
      return { status: 200, body: path === '/auth/token' ? { token: token() } : {} };
    });
    const { call, startSession, OFFLINE } = await fresh();
    await startSession();
    gone = true;
    await expect(
      call(changePassword, { currentPassword: 'a', newPassword: 'correct horse', revokeOtherSessions: true }),
    ).rejects.toMatchObject({ code: OFFLINE, statusCode: 0 });
    expect(assign).not.toHaveBeenCalled();
  });

  test('a call turns an answer from something else into a sentence', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const { call } = await fresh();
    await expect(call(isUsernameFree, { username: 'ines' })).rejects.toMatchObject({
      statusCode: 502,
      message: 'Something went wrong',
    });
  });

  test('a call reloads the page once on a 426', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    network(() => ({ status: 426 }));
    const { call } = await fresh();
    await expect(call(isUsernameFree, { username: 'ines' })).rejects.toMatchObject({ statusCode: 426 });
    await expect(call(isUsernameFree, { username: 'ines' })).rejects.toMatchObject({ statusCode: 426 });
    expect(location.reload).toHaveBeenCalledTimes(1);
  });

  test('a call renews a token that is about to expire before it is sent', async () => {
    let minutes = 1;
    const net = network((path) => ({ status: 200, body: path === '/auth/token' ? { token: token(minutes) } : {} }));
    const { call, startSession, readToken } = await fresh();
    vi.useFakeTimers({ now: Date.now() });
    try {
      await startSession();
      minutes = 15;
      vi.setSystemTime(Date.now() + 11_000);
      await call(getMe, {});
      expect(net.count('/auth/token')).toBe(2);
      expect(readToken(token(15), 0).renewAt).toBe(14 * 60_000);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the sentence for an error', () => {
  const DEFAULT = 'Something went wrong while declining user';
  async function failing(answer: () => Promise<Response>) {
    vi.stubGlobal('fetch', answer);
    const { call, errorMessage } = await fresh();
    const error: unknown = await call(isUsernameFree, { username: 'ines' }).catch((reason: unknown) => reason);
    return { withDefault: errorMessage(error, DEFAULT), without: errorMessage(error) };
  }
  const json = (body: object, status: number) => async () => new Response(JSON.stringify(body), { status });

  test.each([
    ['an unforeseen error', json({ statusCode: 500, code: UNFORESEEN, message: SOMETHING_WRONG, reference: 'r' }, 500)],
    ['a proxy’s page', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an error without a message', json({ statusCode: 409, code: 'x.y', message: '' }, 409)],
    ['an answer that cannot be read', async () => new Response('<h1>Welcome</h1>', { status: 200 })],
  ])('the sentence for an error is the call’s default for %s', async (_, answer) => {
    expect(await failing(answer)).toEqual({ withDefault: DEFAULT, without: SOMETHING_WRONG });
  });

  test('the sentence for an error is the server’s own if there is one', async () => {
    const full = await failing(json({ statusCode: 409, code: 'events.full', message: 'This event is full.' }, 409));
    expect(full.withDefault).toBe('This event is full.');
  });

  test('the sentence for an error says that there is no connection, whatever was tried', async () => {
    const gone = await failing(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(gone.withDefault).toMatch(/^You seem to be offline/);
  });
});
