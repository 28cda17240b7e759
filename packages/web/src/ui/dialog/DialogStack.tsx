import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { MEDIA } from '../../styles/media.ts';
import { DialogContext, type DialogContextValue, type DialogsProps, type Unsaved } from './DialogProvider.tsx';

const DiscardDialog = lazyPart(() => import('./DiscardDialog.tsx'), 'DiscardDialog');

declare module '@tanstack/history' {
  interface HistoryState {
    /** An entry that is there for Back to close a dialog with. */
    forDialogs?: true;
  }
}

type RouteLocation = { pathname: string; search: string };

/** Another screen, or another tab of one: what was typed here would be lost. */
const isElsewhere = (here: RouteLocation, there: RouteLocation) =>
  here.pathname !== there.pathname || tabOf(here.search) !== tabOf(there.search);
const tabOf = (search: string) => new URLSearchParams(search).get('tab');

/** The dialogs that are open, and what Back and links mean while they are, or while something is not saved. */
export function DialogStack({ shown, change, show, kept: { unsaved, layers }, watched }: DialogsProps) {
  const router = useRouter();
  const { history } = router;
  /** How each open dialog is left, by its id. */
  const { current: leaves } = useRef(new Map<number, () => void>());
  const ask = (entry: Unsaved, discard: () => void) =>
    show(<DiscardDialog {...(entry.words ? { words: entry.words } : {})} onDiscard={discard} />);
  const unsavedIn = (slot: number) => [...unsaved].find((entry) => entry.slot === slot);
  const forget = (slot: number) => {
    for (const one of unsaved) if (one.slot === slot) unsaved.delete(one);
  };

  const mayGo = useEffectEvent(
    (here: RouteLocation, there: RouteLocation & { href: string; state: object }, action: string) => {
      if (action === 'BACK' && isSmall()) {
        const top = shown.at(-1);
        const close = top ? leaves.get(top.id) : [...layers].at(-1);
        if (close) {
          close();
          return false;
        }
      }
      const newest = [...unsaved].at(-1);
      if (!newest || !isElsewhere(here, there)) return true;
      ask(newest, () => {
        unsaved.clear();
        const go = { ignoreBlocker: true };
        if (action === 'BACK') history.back(go);
        else if (action === 'FORWARD') history.forward(go);
        else if (action === 'REPLACE') history.replace(there.href, there.state, go);
        else history.push(there.href, there.state, go);
      });
      return false;
    },
  );
  useEffect(() => {
    if (!watched) return;
    return history.block({
      blockerFn: async ({ currentLocation, nextLocation, action }) => !mayGo(currentLocation, nextLocation, action),
      enableBeforeUnload: () => [...unsaved].some(({ restored }) => !restored),
    });
  }, [watched, history, unsaved]);
  // A page opened by a link has no history: without an extra entry, Back would leave the page.
  const covered = shown.length > 0;
  useEffect(() => {
    if (!watched || !isSmall() || history.canGoBack() || !(covered || layers.size > 0)) return;
    void router.navigate({
      // Not '.', which would be the screen that a question now keeps from opening.
      href: history.location.href,
      state: (before) => ({ ...before, forDialogs: true }),
      resetScroll: false,
      hashScrollIntoView: false,
      ignoreBlocker: true,
    });
  }, [watched, covered, layers, history, router]);
  useEffect(() => {
    let { pathname } = history.location;
    return history.subscribe(({ location }) => {
      if (location.pathname !== pathname) {
        change(() => []);
        for (const close of layers) close();
      }
      pathname = location.pathname;
    });
  }, [history, change, layers]);

  return shown.map(({ id, dialog, from }) => (
    <DialogSlot
      key={id}
      id={id}
      from={from}
      top={id === shown.at(-1)?.id}
      leaves={leaves}
      onLeave={(close) => {
        const entry = unsavedIn(id);
        if (entry) ask(entry, close);
        else close();
      }}
      onClose={() => forget(id)}
      onExited={() => change((before) => before.filter((other) => other.id !== id))}
    >
      {dialog}
    </DialogSlot>
  ));
}

/** Where a dialog fills the screen, or there is no keyboard with an Escape. */
function isSmall(): boolean {
  return matchMedia(`${MEDIA.phone}, ${MEDIA.touch}`).matches;
}

/** Focuses the first of these that accepts it, if nothing has the focus; nothing behind a dialog that stays. */
function giveBack(from: readonly HTMLElement[]): void {
  const over = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
  for (const one of from) {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    if (one.isConnected && (!over || over.contains(one))) one.focus();
  }
}

type SlotProps = {
  id: number;
  children: ReactNode;
  from: readonly HTMLElement[];
  top: boolean;
  leaves: Map<number, () => void>;
  onLeave: (close: () => void) => void;
  onClose: () => void;
  onExited: () => void;
};

function DialogSlot({ id, children, from, top, leaves, onLeave, onClose, onExited }: SlotProps) {
  const [opened, setOpened] = useState(false);
  const loaded = useRef(false);
  // Opened after mounting, so that Mantine remembers what had the focus before.
  useEffect(() => setOpened(true), []);
  // Once the dialog has left the page, and with it the element that had the focus.
  useEffect(() => () => giveBack(from), [from]);
  const close = useEffectEvent(() => {
    onClose();
    if (loaded.current) setOpened(false);
    else onExited();
  });
  const leave = useEffectEvent(() => onLeave(() => close()));
  const exited = useEffectEvent(onExited);
  useEffect(() => {
    leaves.set(id, () => leave());
    return () => void leaves.delete(id);
  }, [id, leaves]);
  const slot = useMemo<DialogContextValue>(
    () => ({ id, opened, top, close: () => close(), leave: () => leave(), exited: () => exited() }),
    [id, opened, top],
  );
  return (
    <DialogContext value={slot}>
      <Suspense fallback={null}>
        <Loaded into={loaded} />
        {children}
      </Suspense>
    </DialogContext>
  );
}

/** A dialog that is closed while its file is still on its way has nothing to fade out. */
function Loaded({ into }: { into: { current: boolean } }) {
  useEffect(() => {
    into.current = true;
  }, [into]);
  return null;
}
