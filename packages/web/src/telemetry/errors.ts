import type { TelemetryView } from '@folkmoot/contract/telemetry/schema.ts';
import {
  browserSessionIntegration,
  captureException,
  dedupeIntegration,
  globalHandlersIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
  setUser,
  tanstackRouterBrowserTracingIntegration,
} from '@sentry/react';
import { ApiError } from '../core/api-error.ts';
import { router } from '../routes.tsx';
import { objects } from './objections.ts';
import { onlyKnown } from './scrub-envelope.ts';

/** What share of the sessions is replayed; the specification's. Errors add none, or it would be more. */
const REPLAYED = 0.2;

/** What went wrong before this was loaded, as `public/before-paint.js` keeps it. */
type Early = { errors: unknown[]; stop: () => void };

/** What is known and answered on the screen: refusals of the server, whose own failures it reports itself, and a network that is gone. */
function isAnswered(error: unknown): boolean {
  return error instanceof ApiError;
}

/**
 * Sends errors of this page to the operator's Sentry, how long pages take, and a replay of one session in five, in which every text is
 * masked. What leaves has passed `scrub-envelope.ts`.
 *
 * @returns what says who stands behind the session from now on.
 */
export function reportErrors({
  dsn,
  environment,
  release,
  person,
}: NonNullable<TelemetryView['errors']>): (person: string | null) => void {
  // Somebody who does not want to be watched still wants what is broken mended: of them, errors are sent without a name.
  const quiet = objects();
  init({
    ...{ dsn, environment, release },
    ...{ sampleRate: 1, tracesSampleRate: 1, replaysSessionSampleRate: REPLAYED, replaysOnErrorSampleRate: 0 },
    // As a whole once a page has loaded, rather than piece by piece.
    traceLifecycle: 'static',
    // Our own server is told nothing about traces, and others neither.
    tracePropagationTargets: [],
    defaultIntegrations: false,
    integrations: [
      globalHandlersIntegration(),
      dedupeIntegration(),
      ...(quiet ? [] : [browserSessionIntegration()]),
      ...(quiet
        ? []
        : [
            tanstackRouterBrowserTracingIntegration(router, { enableInp: false }),
            // Without compression, what is recorded can be looked through before it leaves.
            replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true, useCompression: false }),
          ]),
    ],
    beforeSend: (event, { originalException }) => (isAnswered(originalException) ? null : event),
    beforeBreadcrumb: () => null,
    transport: (options) => {
      const transport = makeFetchTransport(options);
      return { ...transport, send: (envelope) => transport.send(onlyKnown(envelope, location.origin)) };
    },
  });
  const tellPerson = (hash: string | null) => setUser(quiet || hash === null ? null : { id: hash });
  tellPerson(person);
  // The router shows a screen for what is thrown while it draws, and the page's own handler does not hear of it.
  router.options.defaultOnCatch = (error) => void captureException(error);
  const early = (window as unknown as { folkmootErrors?: Early }).folkmootErrors;
  early?.stop();
  for (const error of early?.errors ?? []) captureException(error);
  return tellPerson;
}
