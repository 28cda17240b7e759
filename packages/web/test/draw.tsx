import { accessToken } from '@folkmoot/contract/accounts/api.ts';
import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import '../src/styles/index.css';
import '../src/styles/app.css';
import '../src/styles/forms.css';
import { type ReactNode, StrictMode, Suspense, useEffect } from 'react';
import { afterEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { queryClient } from '../src/core/query-client.ts';
import { Notices } from '../src/core/toasts/toaster.tsx';
import { dropSession, takeUpSession } from '../src/core/token.ts';
import { DialogProvider, useShowDialog } from '../src/ui/dialog/DialogProvider.tsx';
import { DialogStack } from '../src/ui/dialog/DialogStack.tsx';
import { resolver, theme } from '../src/ui/theme.ts';
import { answer } from './answers.ts';

/** Set where CI asks, or a run of one feature: axe. */
declare const __THOROUGH__: boolean;
/** Set where everything is asked for, or one feature: axe also looks in the dark. */
declare const __TWICE__: boolean;

type Where = {
  /** The id of the signed-in person; a visitor without. */
  as?: string;
  /** The address of the screen it is drawn on. */
  path?: string;
};

afterEach(async () => {
  // What is drawn goes first: without a session it would ask for other things.
  await cleanup();
  notifications.clean();
  queryClient.clear();
  dropSession(false);
});

/** Draws something as the product does, with its styles, dialogs, toasts and session; links lead nowhere. */
export async function draw(ui: ReactNode, { as, path = '/' }: Where = {}) {
  if (as !== undefined) {
    answer(accessToken, { token: tokenOf(as) });
    await takeUpSession();
  }
  const root = createRootRoute({
    component: () => (
      <DialogProvider Dialogs={DialogStack} soon>
        {as !== undefined && <Past />}
        <Suspense fallback={null}>{ui}</Suspense>
        <Notices />
      </DialogProvider>
    ),
    notFoundComponent: () => null,
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [path] }) });
  const screen = await render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={resolver} deduplicateCssVariables={false}>
        <Colours />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  return { ...screen, router };
}

/**
 * What the frame around a screen has for somebody who has been here for a while: unread communities, channels and
 * notifications, and marks that some features use for their own. Nobody sees it, and what looks through the whole
 * document finds it first.
 */
function Past() {
  return (
    <div hidden>
      <a href="#guild" data-unread data-unreadable data-field="name start_epoc" aria-invalid="true" aria-current="page">
        Alderwick Makers’ Guild, 3 mentions
      </a>
      <article data-unread aria-label="Ines Carvalho" data-message-id="past">
        <button type="button">Reply</button>
      </article>
      <input name="name" defaultValue="A draft of another day" />
    </div>
  );
}

/** Opens a dialog above an empty screen, by a button named Open, as the product opens its dialogs. */
export async function openDialog(dialog: ReactNode, where: Where = {}) {
  const screen = await draw(<Opener dialog={dialog} />, where);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('dialog').first()).toBeVisible();
  await expect.poll(startsAt, { message: 'where the dialog starts' }).toBe('inside it');
  return screen;
}

/** No dialog starts at its Close button, nor at what cannot be undone. */
function startsAt(): string {
  const { activeElement: at } = document;
  if (!at?.closest('[role="dialog"]')) return 'outside it';
  if (at.ariaLabel === 'Close') return 'its Close button';
  return at instanceof HTMLElement && at.style.getPropertyValue('--button-bg').includes('madder')
    ? `“${at.textContent}”`
    : 'inside it';
}

function Opener({ dialog }: { dialog: ReactNode }) {
  const show = useShowDialog();
  return (
    <button type="button" onClick={() => show(dialog)}>
      Open
    </button>
  );
}

/** The dialog is gone, and what opened it has the focus again. */
export async function expectFocusReturned(): Promise<void> {
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
}

/** The names that more than one button on the screen has: out of its list, a button is to say what it acts on. */
export function sharedNames(): string[] {
  const names = page
    .getByRole('button')
    .elements()
    .map((button) => button.ariaLabel ?? button.textContent.trim());
  return [...new Set(names.filter((name, n) => names.indexOf(name) !== n))];
}

let wear: (colours: 'light' | 'dark') => void = () => undefined;

function Colours() {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    wear = setColorScheme;
  }, [setColorScheme]);
  return null;
}

/** Fails where axe finds anything serious or critical in what is drawn. CI asks it in light; a run of one feature and of everything also in the dark. */
export async function expectAccessible(): Promise<void> {
  if (!__THOROUGH__) return;
  const { default: axe } = await import('axe-core');
  for (const colours of __TWICE__ ? (['light', 'dark'] as const) : (['light'] as const)) {
    wear(colours);
    await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe(colours);
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    const { violations } = await axe.run(document.body, {
      resultTypes: ['violations'],
      // What is there has been asked about in light; dark has other colours.
      ...(colours === 'dark' && { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }),
      // A component is not a page: it has no landmarks and no first heading.
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    expect(told, `what axe finds, ${colours}`).toEqual([]);
  }
  wear('light');
}

/** A token that only the browser reads. */
function tokenOf(userId: string): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: 'none' })}.${part({ sub: userId, sid: 'session', iat: now, exp: now + 3600 })}.none`;
}
