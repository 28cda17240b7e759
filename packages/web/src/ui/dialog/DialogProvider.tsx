import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';

/** `close` is for finished work; `leave` asks first if typed text would be lost. */
export type DialogContextValue = {
  id: number | undefined;
  opened: boolean;
  top: boolean;
  close: () => void;
  leave: () => void;
  exited: () => void;
};

/** The question before unsaved changes are lost, if the default one does not fit. */
export type LeaveWords = { title: string; body: string; stay: string; leave: string };

/** Changes that are not saved, in a dialog or on the screen. */
export type Unsaved = {
  slot: number | undefined;
  words: LeaveWords | undefined;
  /** It is there again when the page is: the browser need not ask before it leaves. */
  restored: boolean | undefined;
};

/** What is asked or closed before the screen changes. */
export type LeaveGuards = { unsaved: Set<Unsaved>; layers: Set<() => void> };
type Keeper = {
  unsaved: (entry: Unsaved) => () => void;
  layer: (close: () => void) => () => void;
};

/** The context of a dialog; `Dialog` reads it. */
export const DialogContext = createContext<DialogContextValue | undefined>(undefined);
const AnyContext = createContext(false);
const ShowContext = createContext<(dialog: ReactNode) => void>(() => undefined);
const KeeperContext = createContext<Keeper | undefined>(undefined);

/** Shows a dialog above the screen. The element renders a `Dialog`, and closes itself with `useCloseDialog`. */
export function useShowDialog(): (dialog: ReactNode) => void {
  return use(ShowContext);
}

/** Whether a dialog is above the screen: then it alone handles Escape, and not a drawer underneath. */
export function useDialogAbove(): boolean {
  return use(AnyContext);
}

/** Closes the dialog that it is called in. */
export function useCloseDialog(): () => void {
  const slot = use(DialogContext);
  return slot?.close ?? nothing;
}

/**
 * While `dirty`, nothing leaves this dialog or this screen without asking: no button, no link, no Back, no closed tab.
 * A password or a name that is typed only to confirm something is not asked about: nothing is lost with it.
 *
 * @param words the question, where "Discard your changes?" does not fit. Give it an identity that stays.
 * @param restored what was typed is kept while the page is away: only closing the dialog would lose it.
 * @returns what closes the dialog for somebody who gives up, such as Cancel.
 */
export function useUnsaved(dirty: boolean, words?: LeaveWords, restored?: boolean): () => void {
  const keeper = use(KeeperContext);
  const slot = use(DialogContext);
  const id = slot?.id;
  useEffect(
    () => (dirty ? keeper?.unsaved({ slot: id, words, restored }) : undefined),
    [dirty, id, words, restored, keeper],
  );
  return slot?.leave ?? nothing;
}

/** For a drawer: another screen closes it, and on a phone Back does so before it leaves this screen. */
export function useBackCloses(opened: boolean, close: () => void): void {
  const keeper = use(KeeperContext);
  const newest = useEffectEvent(close);
  useEffect(() => (opened ? keeper?.layer(() => newest()) : undefined), [opened, keeper]);
}

function nothing(): void {}

/** `from`: what gets the focus back, the nearest first. */
export type OpenDialog = { id: number; dialog: ReactNode; from: readonly HTMLElement[] };

export type DialogsProps = {
  shown: readonly OpenDialog[];
  change: (next: (shown: readonly OpenDialog[]) => readonly OpenDialog[]) => void;
  show: (dialog: ReactNode) => void;
  kept: LeaveGuards;
  /** A dialog or a drawer is open, or something is not saved. */
  watched: boolean;
};

type HostProps = {
  children: ReactNode;
  /** Draws the dialogs; loaded with the first of them, since a page that is only read shows none. */
  Dialogs: ComponentType<DialogsProps>;
  /** It is preloaded, so that it is there before the first dialog and before anything is typed. */
  soon: boolean;
};

/** Holds the open dialogs, the newest on top. Rendered once, around everything. */
export function DialogProvider({ children, Dialogs, soon }: HostProps) {
  const [shown, setShown] = useState<readonly OpenDialog[]>([]);
  const [count, setCount] = useState(0);
  const { current: kept } = useRef<LeaveGuards>({ unsaved: new Set(), layers: new Set() });
  const show = useCallback((dialog: ReactNode) => {
    const from = openers();
    setShown((before) => {
      const below = before.at(-1);
      // What is opened from a sheet outlives it, and gives the focus back to where the sheet was opened.
      return [...before, { id: (below?.id ?? 0) + 1, dialog, from: [...from, ...(below?.from ?? [])] }];
    });
  }, []);
  const keeper = useMemo<Keeper>(() => {
    const keep = <One,>(all: Set<One>, one: One) => {
      all.add(one);
      setCount((before) => before + 1);
      return () => {
        all.delete(one);
        setCount((before) => before - 1);
      };
    };
    return {
      unsaved: (entry) => keep(kept.unsaved, entry),
      layer: (close) => keep(kept.layers, close),
    };
  }, [kept]);
  const watched = shown.length > 0 || count > 0;
  return (
    <ShowContext value={show}>
      <KeeperContext value={keeper}>
        <AnyContext value={shown.length > 0}>{children}</AnyContext>
        {(watched || soon) && (
          <Suspense fallback={null}>
            <Dialogs shown={shown} change={setShown} show={show} kept={kept} watched={watched} />
          </Suspense>
        )}
      </KeeperContext>
    </ShowContext>
  );
}

/**
 * What gets the focus back: the focused element, or the button of the menu it is in; and focusable elements around
 * it, in case it is gone or hidden by then, like the buttons of a message.
 */
function openers(): HTMLElement[] {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return [];
  const menu = active.closest('[role="menu"]');
  const opener = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? active;
  const around: HTMLElement[] = [];
  for (let one = opener.parentElement?.closest('[tabindex]'); one; one = one.parentElement?.closest('[tabindex]'))
    if (one instanceof HTMLElement) around.push(one);
  return [opener, ...around];
}
