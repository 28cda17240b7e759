import './styles/index.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isPassing } from './core/api-error.ts';
import { connection, loadChunk } from './core/lazy.ts';
import { queryClient } from './core/query-client.ts';
import { forgetEarlyInput, repeatEarlyInput } from './core/start/early-input.ts';
import { drawnAnswers, drawnRoot, INITIAL_DATA_AT, initialAlias } from './core/start/initial-data.ts';
import { sessionState, startSession } from './core/token.ts';
import { holdsAccess } from './events/access/access-tokens.ts';
import { router } from './routes.tsx';
import { resolver, theme } from './ui/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);

/** How long after a failure it is tried again, in milliseconds: at first, and at most. */
const AGAIN_MS = 5000;
const MOST_MS = 60_000;
/** How long after the page has loaded what watches it is, in milliseconds. */
const AFTER_MS = 2000;

/** Loads the screen, and who is there. Without a network or a server that answers, tries again until there is one. */
async function untilKnown(): Promise<void> {
  for (let wait = AGAIN_MS; ; wait = Math.min(wait * 2, MOST_MS)) {
    await Promise.all([router.load(), startSession()]);
    if (sessionState().status !== 'unknown' && !router.state.matches.some(({ error }) => isPassing(error))) return;
    await connection(wait);
  }
}

/** Takes over the page that the server has drawn: it stays on the screen until everything it needs is here. */
async function takeOver(container: HTMLElement): Promise<void> {
  // Somebody may have scrolled by now: the first page is where they are, and the router would begin at its top.
  router.options.scrollRestoration = () => false;
  const stop = router.subscribe('onRendered', () => {
    stop();
    router.options.scrollRestoration = true;
  });
  // The server has drawn it for a visitor: whether this is one has to be known.
  await untilKnown();
  // Not sooner: the cache forgets what nobody uses for some minutes.
  for (const [key, data] of drawnAnswers()) queryClient.setQueryData(key, data, { updatedAt: INITIAL_DATA_AT });
  const named = initialAlias(location.pathname.slice(1));
  const isVisitors = sessionState().status !== 'signedIn' && !(named && holdsAccess(named));
  delete container.dataset.drawn;
  if (!isVisitors) createRoot(container).render(app);
  else {
    // As the server draws it: without a boundary of its own around each screen.
    router.ssr = { manifest: undefined };
    hydrateRoot(container, app);
  }
  repeatEarlyInput(container);
}

// Only people who have forced colours load how states look with them.
const loadForced = loadChunk(() => import('./styles/forced-colors.css'));
const forced = matchMedia('(forced-colors: active)');
const lookForced = () => void (forced.matches && loadForced());
forced.addEventListener('change', lookForced);
lookForced();

const loadTelemetry = loadChunk(() => import('./telemetry/start.ts'));
// The server says in the page whether its operator has anything watched. Everything else comes first.
if ('telemetry' in document.documentElement.dataset)
  addEventListener('load', () => setTimeout(() => loadTelemetry().then((part) => part.startTelemetry()), AFTER_MS));

if (drawnRoot()) void takeOver(root);
else {
  forgetEarlyInput();
  // The frame that the server has drawn stays until the screen is here. A fallback would do the same, but React then shows
  // nothing else for 300 ms.
  const ready = root.hasChildNodes() ? router.load() : Promise.resolve();
  void ready.then(() => createRoot(root).render(app));
}
