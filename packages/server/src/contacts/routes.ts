import { CONSENT_CHANNEL, type ConsentOutcome, OUTCOMES } from '@folkmoot/contract/contacts/schema.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../core/config.ts';
import { html } from '../core/http/escape-html.ts';
import { sendPlainPage } from '../core/http/pages/plain-page.ts';
import { notePerson } from '../core/security/security-log.ts';
import type { Sessions } from '../core/security/session.ts';
import type { Contacts } from './actions.ts';

/** Where Google sends people back to. Below `/auth`, since the cookie of the session goes nowhere else. */
export const CALLBACK = '/auth/contacts/callback';

type Parts = { config: Pick<Config, 'rateLimits' | 'appName'>; sessions: Sessions; contacts: Contacts };

/**
 * The page that people come back to from Google. Our pages are cut off from windows that were elsewhere
 * (`Cross-Origin-Opener-Policy`), so its script tells the page that opened it by a channel of the browser, and closes it.
 */
export function mountConsent(http: FastifyInstance, { config, sessions, contacts }: Parts): void {
  const limited = config.rateLimits ? { config: { rateLimit: { max: 30, timeWindow: 60_000 } } } : {};
  http.get(CALLBACK, limited, async (request, reply) => {
    const me = await sessions.ofBrowser(request.headers.cookie);
    if (me) notePerson(request, me.userId);
    const { state, code, error } = request.query as Record<string, unknown>;
    const outcome = await contacts.settle(me, { state: textOf(state) ?? '', code: textOf(code), error: textOf(error) });
    return sendPlainPage(reply, config.appName, pageFor(outcome));
  });
}

/** A parameter that comes once; with several of a name it is none. */
const textOf = (given: unknown): string | undefined => (typeof given === 'string' && given !== '' ? given : undefined);

function pageFor(outcome: ConsentOutcome) {
  return html`<h1>${outcome === 'connected' ? 'Connected' : 'Not connected'}</h1>
<p>${OUTCOMES[outcome]}</p>
<p>You can close this window.</p>
<script src="/popup-done.js" data-channel="${CONSENT_CHANNEL}" data-outcome="${outcome}"></script>`;
}
