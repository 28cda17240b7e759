import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isLoopbackHost, whyRefused } from '../loopback.ts';
import { askDocument, findAccount, finishAccount } from './accounts/accounts.ts';
import { openLink } from './accounts/links.ts';
import type { Api } from './api.ts';
import type { Clockwork } from './clockwork.ts';
import { control, overview } from './control.ts';
import { challengeDonePage, challengePage, errorPage, onboardingPage } from './pages.ts';
import { answerChallenge } from './payments/confirm.ts';
import { readCurrency } from './payments/currencies.ts';
import { Refusal } from './wire/errors.ts';
import { readJson } from './wire/form.ts';
import type { World } from './world.ts';

const folder = new URL('../../page/stripe/', import.meta.url);
const FILES = new Map<string, [name: string, type: string]>([
  ['/assets/sandbox.css', ['sandbox.css', 'text/css; charset=utf-8']],
  ['/assets/control.css', ['control.css', 'text/css; charset=utf-8']],
  ['/assets/control.js', ['control.js', 'text/javascript; charset=utf-8']],
  ['/assets/fields.css', ['fields.css', 'text/css; charset=utf-8']],
  ['/assets/fields.js', ['fields.js', 'text/javascript; charset=utf-8']],
  ['/assets/card.js', ['card.js', 'text/javascript; charset=utf-8']],
  ['/assets/done.js', ['done.js', 'text/javascript; charset=utf-8']],
]);

type Tools = { world: World; api: Api; clockwork: Clockwork; origin: () => string };

/** Everything that the sandbox's Stripe answers by HTTP: the API, the pages, and what tests and the control page ask for. */
export function createAnswer(tools: Tools): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { world, api, clockwork } = tools;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = whyRefused(request);
    if (refusal !== null) return sendPage(response, 403, errorPage(refusal));
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const method = request.method ?? 'GET';
    if (/^\/v[12]\//.test(pathname)) {
      const body = method === 'POST' ? await text(request) : '';
      const said = await api.answer({ method, path: pathname, search, body, headers: request.headers });
      clockwork.wake();
      if (!said) return void request.socket.destroy();
      return sendJson(response, said.status, said.body, said.headers);
    }
    if (method === 'POST' && isForeign(request))
      return sendPage(response, 403, errorPage('Only pages of the sandbox may do this.'));
    if (pathname.startsWith('/sandbox/')) return answerControl(request, response, method, pathname);
    if (method === 'GET') return answerPage(response, pathname, searchParams);
    if (method === 'POST') return answerForm(response, pathname, new URLSearchParams(await text(request)));
    sendPage(response, 405, errorPage('The sandbox answers GET and POST here.'));
  }

  /** A page elsewhere could make a browser send a form here. */
  function isForeign({ headers }: IncomingMessage): boolean {
    return (
      headers.origin !== undefined && headers.origin !== 'null' && URL.parse(headers.origin)?.host !== headers.host
    );
  }

  async function answerControl(
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    path: string,
  ): Promise<void> {
    try {
      if (method === 'GET' && path === '/sandbox/state') return sendJson(response, 200, overview(world));
      if (method !== 'POST') return sendJson(response, 405, { error: { message: 'Use POST.' } });
      const done = control(path, readJson(await text(request)), { world, clockwork, faults: api.faults });
      sendJson(response, 200, done ?? {});
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(response, error.status, { error: error.body });
    } finally {
      world.commit();
      clockwork.wake();
    }
  }

  async function answerPage(response: ServerResponse, path: string, query: URLSearchParams): Promise<void> {
    const file = FILES.get(path);
    if (file) return sendFile(response, ...file);
    if (path === '/')
      return sendFile(response, 'control.html', 'text/html; charset=utf-8', policy("frame-ancestors 'none'"));
    if (path === '/fields') {
      const parent = loopbackOrigin(query.get('origin'));
      if (!parent)
        return sendPage(response, 400, errorPage('The address needs the origin of its parent, on this machine.'));
      return sendFile(response, 'fields.html', 'text/html; charset=utf-8', policy(`frame-ancestors ${parent}`));
    }
    const [, link] = /^\/onboarding\/(\w+)$/.exec(path) ?? [];
    if (link !== undefined) return await showOnboarding(response, link);
    const [, intent] = /^\/next-action\/(\w+)$/.exec(path) ?? [];
    if (intent !== undefined) return await showChallenge(response, intent, query);
    sendPage(response, 404, errorPage('There is nothing here.'));
  }

  async function showOnboarding(response: ServerResponse, id: string): Promise<void> {
    const opened = openLink(world, id);
    world.commit();
    if (!opened) return sendPage(response, 404, errorPage('There is no such link.'));
    const { link, isGood } = opened;
    if (!isGood) return redirect(response, link.refreshUrl);
    const leadsTo = new URL(link.returnUrl).origin;
    sendPage(
      response,
      200,
      onboardingPage(id, link.session, findAccount(world, link.account)),
      `form-action 'self' ${leadsTo}; frame-ancestors 'none'`,
    );
  }

  async function showChallenge(response: ServerResponse, id: string, query: URLSearchParams): Promise<void> {
    const challenge = world.get('challenge', id);
    const intent = world.get('payment_intent', id);
    const embed = loopbackOrigin(query.get('embed'));
    if (!intent || !challenge || challenge.secret !== query.get('secret'))
      return sendPage(
        response,
        404,
        errorPage('There is nothing to confirm: this payment has moved on.'),
        framing(embed),
      );
    const leadsTo = challenge.returnUrl === null ? '' : (URL.parse(challenge.returnUrl)?.origin ?? '');
    sendPage(
      response,
      200,
      challengePage(intent, challenge.secret, embed),
      `form-action 'self' ${leadsTo}; ${framing(embed)}`,
    );
  }

  async function answerForm(response: ServerResponse, path: string, form: URLSearchParams): Promise<void> {
    try {
      const [, link] = /^\/onboarding\/(\w+)$/.exec(path) ?? [];
      if (link !== undefined) return await finishOnboarding(response, link, form);
      const [, intent] = /^\/next-action\/(\w+)$/.exec(path) ?? [];
      if (intent !== undefined) return await finishChallenge(response, intent, form);
      sendPage(response, 404, errorPage('There is nothing here.'));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendPage(response, 400, errorPage(error.message));
    } finally {
      world.commit();
      clockwork.wake();
    }
  }

  async function finishOnboarding(response: ServerResponse, id: string, form: URLSearchParams): Promise<void> {
    const link = world.get('account_link', id);
    if (!link || link.session !== form.get('session'))
      return sendPage(response, 403, errorPage('This page is not yours.'));
    const answers = { country: form.get('country') ?? 'GB', currency: readCurrency(form.get('currency') ?? 'gbp') };
    if (form.get('answer') === 'finish') finishAccount(world, link.account, answers);
    if (form.get('answer') === 'document') askDocument(world, link.account, answers);
    redirect(response, link.returnUrl);
  }

  async function finishChallenge(response: ServerResponse, id: string, form: URLSearchParams): Promise<void> {
    const returnUrl = world.get('challenge', id)?.returnUrl ?? null;
    const embed = loopbackOrigin(form.get('embed'));
    let isPaid = false;
    try {
      isPaid =
        answerChallenge(world, id, form.get('secret') ?? '', form.get('answer') === 'pass').status === 'succeeded';
    } catch (error) {
      // A card that is declined after its buyer was authenticated.
      if (!(error instanceof Refusal) || error.status !== 402) throw error;
    }
    if (embed !== undefined || returnUrl === null) return sendPage(response, 200, challengeDonePage(), framing(embed));
    const to = new URL(returnUrl);
    to.searchParams.set('payment_intent', id);
    to.searchParams.set('payment_intent_client_secret', world.get('payment_intent', id)?.client_secret ?? '');
    to.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed');
    redirect(response, to.href);
  }

  return answer;
}

/** An origin of this machine, which may frame a page; undefined for any other. */
function loopbackOrigin(given: string | null): string | undefined {
  const read = URL.parse(given ?? '');
  return read && /^https?:$/.test(read.protocol) && isLoopbackHost(read.host) && read.origin === given
    ? read.origin
    : undefined;
}

const framing = (embed: string | undefined) =>
  embed === undefined ? "frame-ancestors 'none'" : `frame-ancestors 'self' ${embed}`;
const policy = (more: string) =>
  `default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; ${more.includes('form-action') ? '' : "form-action 'self'; "}${more}`;

const COMMON = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { ...COMMON, ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify(body, null, 2));
}

function sendPage(response: ServerResponse, status: number, html: string, more = "frame-ancestors 'none'"): void {
  response
    .writeHead(status, {
      ...COMMON,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(more),
    })
    .end(html);
}

async function sendFile(response: ServerResponse, name: string, type: string, csp?: string): Promise<void> {
  const content = await readFile(new URL(name, folder), 'utf8');
  response
    .writeHead(200, {
      ...COMMON,
      'content-type': type,
      'cross-origin-resource-policy': 'cross-origin',
      ...(csp !== undefined && { 'content-security-policy': csp }),
    })
    .end(content);
}

function redirect(response: ServerResponse, to: string): void {
  response.writeHead(303, { ...COMMON, location: to }).end();
}
