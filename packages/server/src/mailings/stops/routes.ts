import { refusals } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/db.ts';
import { refuse } from '../../core/http/errors.ts';
import { type Html, html } from '../../core/http/escape-html.ts';
import { PLAIN } from '../../core/mail/palette.ts';
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
  const limit = { max: 10, timeWindow: 60_000, keyGenerator: tokenOf };
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
      return send(
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
      return send(
        reply,
        config.appName,
        html`<h1>You are unsubscribed</h1>
<p>We won’t send any more invitations or messages to ${stop.key}.</p>`,
      );
    });
  });
}

/** A page that needs no script. Nobody keeps it, and search engines leave it out. */
function send(reply: FastifyReply, product: string, content: Html): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(
      html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${product}</title>
<style>${STYLES}</style></head>
<body><main><p class="product">${product}</p>${content}</main></body>
</html>
`.toString(),
    );
}

const { light, dark } = PLAIN;

const STYLES = `body{margin:0;padding:24px 16px;background:${light.page};color:${light.ink};font:16px/1.5 system-ui,sans-serif}main{max-width:32rem;margin:8vh auto 0;padding:24px;background:${light.card};border:1px solid ${light.line};border-radius:16px;overflow-wrap:anywhere}.product{margin:0;font-weight:700;color:${light.accent}}h1{margin:12px 0;font-size:1.5rem;line-height:1.2}form{display:flex;flex-direction:column;gap:12px;margin-top:20px}button{min-height:44px;padding:8px 16px;font:inherit;font-weight:600;border:1px solid ${light.accent};border-radius:10px;background:${light.accent};color:${light.onAccent};cursor:pointer}.other{background:none;color:${light.accent}}@media (prefers-color-scheme:dark){body{background:${dark.page};color:${dark.ink}}main{background:${dark.card};border-color:${dark.line}}.product{color:${dark.accent}}button{background:${dark.accent};color:${dark.onAccent};border-color:${dark.accent}}.other{background:none;color:${dark.accent}}}`;
