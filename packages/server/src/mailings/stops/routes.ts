import { refusals } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/db.ts';
import { addressKey } from '../../core/http/address.ts';
import { refuse } from '../../core/http/errors.ts';
import { html } from '../../core/http/escape-html.ts';
import { sendPlainPage } from '../../core/http/pages/plain-page.ts';
import type { Stop, StopTokens } from './stops-actions.ts';
import { findScopeName, insertStop } from './stops-store.ts';

type Parts = { db: Db; clock: Clock; config: Pick<Config, 'rateLimits' | 'appName'> };

/** Bytes of the form that programs for email send. */
const FORM = 1024;

/**
 * Where people unsubscribe. Programs for email send a POST with a form and without a cookie, and are not answered by a redirect, as RFC
 * 8058 has it. Opening the address shows a page with the same form and changes nothing, since scanners follow links.
 */
export function mountUnsubscribe(http: FastifyInstance, { db, clock, config }: Parts, tokens: StopTokens): void {
  const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token;
  const stopOf = (request: FastifyRequest): Stop => tokens.read(tokenOf(request)) ?? refuse(refusals.notFound);
  // What is no token of ours is counted by who asks: anybody can make up as many as they like.
  const keyGenerator = (request: FastifyRequest) =>
    tokens.read(tokenOf(request)) ? tokenOf(request) : `unsubscribe:${addressKey(request.ip)}`;
  const limit = { max: 10, timeWindow: 60_000, keyGenerator };
  const limited = config.rateLimits ? { config: { rateLimit: limit } } : {};
  void http.register(async (inside) => {
    inside.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // What it holds says nothing that the address does not.
    inside.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: FORM },
      (_request, _body, done) => done(null, {}),
    );
    inside.get('/unsubscribe/:token', limited, async (request, reply) => {
      const stop = stopOf(request);
      const name = (await findScopeName(db, stop)) ?? config.appName;
      return sendPlainPage(
        reply,
        config.appName,
        html`<h1>Unsubscribe?</h1>
<p>You won’t get any more invitations or messages from ${name} at ${stop.key}. You’ll still get codes, and emails about events you registered for.</p>
<form method="post"><button>Unsubscribe from ${name}</button><button name="from" value="all" class="other">Unsubscribe from everyone on ${config.appName}</button></form>`,
      );
    });
    inside.post('/unsubscribe/:token', limited, async (request, reply) => {
      const stop = stopOf(request);
      const all = (request.body as { from?: string } | undefined)?.from === 'all';
      await insertStop(db, stop.key, all ? { scope: 'all' } : stop, 'unsubscribed', clock.now());
      return sendPlainPage(
        reply,
        config.appName,
        html`<h1>You are unsubscribed</h1>
<p>We won’t send any more invitations or messages to ${stop.key}.</p>`,
      );
    });
  });
}
