import { MantineProvider } from '@mantine/core';
import { type Query, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { isPassing } from './core/api-error.ts';
import { queryClient } from './core/query-client.ts';
import { type DrawnAnswer, setInitialAnswers } from './core/start/initial-data.ts';
import { assumeSignedOut } from './core/token.ts';
import { takeDrawnTint } from './events/page/usePageTint.ts';
import { router } from './routes.tsx';
import { ShellSkeleton } from './shell/frame/ShellSkeleton.tsx';
import { resolver, theme } from './ui/theme.ts';

/* The web client on the server: it draws pages as HTML, to be shown until the scripts have loaded. */

/** What a page needs is known only once it has been drawn; what that shows may need more. */
const ROUNDS = 4;
const MINUTE_MS = 60_000;

export type Drawn = {
  /** The content of the page's root. */
  html: string;
  /** When it was drawn, in Unix seconds: to the minute, so that a page that has not changed stays the same. */
  at: number;
  /** The colour of the whole page, as `data-tint` of its body. */
  tint?: string | undefined;
  /** What was asked for it, so that the browser need not ask again. */
  answers: DrawnAnswer[];
};

/**
 * Draws a page as a visitor sees it. One at a time: the program's state is that of one browser tab. Calls of the API go
 * through `fetch`.
 *
 * @param path its address, from the root.
 * @param sent the answers that come with the page, as `core/start/initial-data.ts` reads them.
 * @throws when a component does; and when the address is another's, such as that of a page for members.
 */
export async function draw(path: string, sent: Readonly<Record<string, unknown>>): Promise<Drawn> {
  assumeSignedOut();
  queryClient.clear();
  const at = Math.floor(Date.now() / MINUTE_MS) * 60;
  setInitialAnswers(sent, at);
  takeDrawnTint();
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: [path] }),
    // The router would put a script into the page, which its policy forbids.
    scrollRestoration: false,
  });
  await router.load();
  if (router.state.location.pathname !== path) throw new Error(`${path} leads to ${router.state.location.pathname}.`);
  const failed = router.state.matches.find(({ error }) => error !== undefined);
  if (failed) throw failed.error;
  const asked = new Set<Query>();
  for (let round = 0; ; round += 1) {
    const html = await htmlOf(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    const open = queryClient.getQueryCache().getAll().filter(isOpen);
    if (open.length === 0 || round === ROUNDS - 1)
      return { html, at, tint: takeDrawnTint(), answers: [...asked].flatMap(answerOf) };
    for (const query of open) asked.add(query);
    await Promise.allSettled(open.map((query) => query.fetch()));
    // Because of this visitor, or of this moment: everybody would be sent a page without it.
    if (open.some(({ state }) => isPassing(state.error))) throw new Error(`${path} could not be read.`);
  }
}

/** Draws what is around the screens of a member: the same for everybody, and without anything of theirs. */
export function drawShell(): Promise<string> {
  return htmlOf(<ShellSkeleton />);
}

async function htmlOf(page: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  // As in main.tsx.
  const { prelude } = await prerender(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
      >
        {page}
      </MantineProvider>
    </StrictMode>,
    // Everything in its place: what React sends later would need scripts in the page to move it there.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void failures.push(error) },
  );
  // React leaves a gap where a component failed; the browser draws such a page alone.
  if (failures.length > 0) throw failures[0];
  return new Response(prelude).text();
}

/** Whether a component waits for this. */
function isOpen({ state, options }: Query): boolean {
  const { enabled } = options as { enabled?: unknown };
  return state.status === 'pending' && enabled !== false;
}

function answerOf({ queryKey, state }: Query): DrawnAnswer[] {
  return state.status === 'success' ? [[queryKey, state.data]] : [];
}
