import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { whyRefused } from '../loopback.ts';
import { ACCOUNTS, type Fields, makeBook, makePerson, type Person } from './book.ts';
import { createSearch, listConnections } from './connections.ts';
import { type Asked, createGrants } from './grants.ts';
import { createIdentities, identityIn, SIGN_IN_SCOPES } from './identity.ts';
import { consentPage, errorPage, permissionsPage, signInPage } from './pages.ts';

/** The permission without which contacts cannot be read. */
export const CONTACTS_SCOPE = 'https://www.googleapis.com/auth/contacts.readonly';

export type PeopleService = {
  /** Its origin: of the consent page, of tokens, and of the People API. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** What was asked of the People API, in order: the path and its parameters. */
  asked: { path: string; query: Record<string, string> }[];
  /** The accounts that have given permission. */
  accounts(): string[];
  /** Answers the next calls of the People API with these statuses; 0 lets a call through. */
  failNext(...statuses: number[]): void;
  /** Answers the next calls about tokens with these statuses. */
  failTokens(...statuses: number[]): void;
  /** Ends all access tokens, as their time would. */
  endAccess(): void;
  /** Takes an account's permission back, as a person does at Google. */
  removeAccess(account: string): void;
  /** Adds somebody to an account's contacts. */
  addContact(account: string, fields: Fields): void;
  stop(): Promise<void>;
};

/** Whether a program asks who somebody is, and for nothing of theirs. */
const isSignIn = ({ scopes }: Asked): boolean =>
  scopes.includes('openid') && scopes.every((scope) => SIGN_IN_SCOPES.has(scope));

/** Refusals in the words of the People API. */
const STATUS: Record<number, string> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

type Said = [status: number, body: object];

const refusal = (code: number, message: string): Said => [
  code,
  { error: { code, message, status: STATUS[code] ?? 'UNKNOWN' } },
];

type Options = { port?: number; accessSeconds?: number };

/**
 * Google on loopback, as far as contacts and signing in go: the pages that people answer, codes, tokens and their end (OAuth 2.0
 * with PKCE), ID tokens (OpenID Connect), and those calls of the People API that read contacts. It forgets everything when it
 * stops.
 */
export async function startPeople({ port = 0, accessSeconds = 3599 }: Options = {}): Promise<PeopleService> {
  const client = { id: 'sandbox.apps.googleusercontent.example', secret: `GOCSPX-${randomUUID()}` };
  let origin = '';
  const identities = createIdentities(client.id, () => origin);
  const grants = createGrants(client, accessSeconds, identities.token);
  const search = createSearch();
  const books = new Map<string, Person[]>(ACCOUNTS.map(({ address, contacts }) => [address, makeBook(contacts)]));
  const waiting = new Map<string, Asked>();
  const asked: PeopleService['asked'] = [];
  const failing: number[] = [];
  const failingTokens: number[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reason = whyRefused(request);
    if (reason !== null) return sendPage(response, 403, errorPage(reason));
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const route = `${request.method} ${pathname}`;
    if (pathname.startsWith('/v1/')) return sendJson(response, ...answerApi(request, pathname, searchParams));
    if (route === 'GET /') return sendPage(response, 200, permissionsPage(grants.accounts()));
    if (route === 'GET /.well-known/openid-configuration') return sendJson(response, 200, identities.configuration());
    if (route === 'GET /oauth2/v3/certs') return sendJson(response, 200, identities.keys());
    if (route === 'GET /o/oauth2/v2/auth') return ask(searchParams, response);
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '');
    if (route === 'POST /consent') return consent(form, response);
    if (route === 'POST /permissions/remove') {
      grants.end(form.get('account') ?? '');
      return redirect(response, '/');
    }
    if (route === 'POST /token' || route === 'POST /revoke') {
      const status = failingTokens.shift();
      if (status !== undefined) return sendJson(response, status, { error: 'temporarily_unavailable' });
      return sendJson(
        response,
        ...(pathname === '/token' ? grants.token(form) : grants.revoke(searchParams.get('token') ?? '')),
      );
    }
    // For tests in a browser, which have no hold of the service.
    if (route === 'POST /fail') {
      failing.push(...(searchParams.get('statuses') ?? '').split(',').map(Number));
      return sendJson(response, 200, {});
    }
    sendPage(response, 404, errorPage('There is nothing here.'));
  }

  /** The address of the consent page is asked for. */
  function ask(query: URLSearchParams, response: ServerResponse): void {
    const read = grants.readAsked(query);
    const id = randomUUID();
    if (typeof read === 'string') sendPage(response, 400, errorPage(read));
    else {
      waiting.set(id, read);
      // Browsers apply `form-action` to where an answer leads as well.
      const page = isSignIn(read) ? signInPage(id) : consentPage(id, read);
      sendPage(response, 200, page, new URL(read.redirectUri).origin);
    }
  }

  /** A person has answered that page. */
  function consent(form: URLSearchParams, response: ServerResponse): void {
    const id = form.get('id') ?? '';
    const read = waiting.get(id);
    waiting.delete(id);
    if (!read) sendPage(response, 400, errorPage('This page was answered before.'));
    else if (isSignIn(read)) {
      const identity = form.get('answer') === 'allow' ? identityIn(form) : undefined;
      const consent = identity && { account: identity.email, granted: read.scopes, identity };
      redirect(response, grants.answer(read, consent));
    } else {
      const account = form.get('account') ?? '';
      const ticked = read.scopes.filter((scope) => form.getAll('scope').includes(scope));
      const isAllowed = form.get('answer') === 'allow' && books.has(account);
      redirect(response, grants.answer(read, isAllowed ? { account, granted: ticked } : undefined));
    }
  }

  /** A call of the People API. */
  function answerApi({ headers, method }: IncomingMessage, path: string, query: URLSearchParams): Said {
    asked.push({ path, query: Object.fromEntries(query) });
    const status = failing.shift() ?? 0;
    if (status !== 0) return refusal(status, 'A test wanted this to fail.');
    const holder = grants.holder(headers.authorization);
    if (!holder) return refusal(401, 'Request had invalid authentication credentials.');
    if (!holder.scopes.includes(CONTACTS_SCOPE)) return refusal(403, 'Request had insufficient authentication scopes.');
    const book = books.get(holder.account) ?? [];
    if (method === 'GET' && path === '/v1/people/me/connections') return listConnections(book, holder.account, query);
    if (method === 'GET' && path === '/v1/people:searchContacts') return search(book, holder.account, query);
    return refusal(404, 'Method not found.');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) sendJson(response, 500, { error: { code: 500, message: 'See the terminal.' } });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`;
  return {
    ...{ url: origin, clientId: client.id, clientSecret: client.secret, asked },
    accounts: grants.accounts,
    failNext: (...statuses) => void failing.push(...statuses),
    failTokens: (...statuses) => void failingTokens.push(...statuses),
    endAccess: grants.endAccess,
    removeAccess: grants.end,
    addContact(account, fields) {
      const book = books.get(account);
      book?.push(makePerson(book.length, fields));
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

/** @param leadsTo where the form of the page may lead, besides this service. */
function sendPage(response: ServerResponse, status: number, html: string, leadsTo = ''): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${leadsTo}; base-uri 'none'; frame-ancestors 'none'`,
    })
    .end(html);
}

function redirect(response: ServerResponse, to: string): void {
  response.writeHead(303, { location: to, 'cache-control': 'no-store' }).end();
}
