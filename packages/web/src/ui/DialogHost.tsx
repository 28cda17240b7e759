import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useMemo, useState } from 'react';

export type Slot = { opened: boolean; top: boolean; close: () => void; exited: () => void };

/** The place that a dialog is shown in; `Dialog` reads it. */
export const SlotContext = createContext<Slot | undefined>(undefined);
const AnyContext = createContext(false);
const ShowContext = createContext<(dialog: ReactNode) => void>(() => undefined);

/** Shows a dialog above the screen. What is shown renders a `Dialog`, and closes itself with `useCloseDialog`. */
export function useShowDialog(): (dialog: ReactNode) => void {
  return use(ShowContext);
}

/** Whether a dialog stands above the screen: then Escape is for it alone, and not for a drawer underneath. */
export function useDialogAbove(): boolean {
  return use(AnyContext);
}

/** Closes the dialog that one is inside. */
export function useCloseDialog(): () => void {
  const slot = use(SlotContext);
  return slot?.close ?? nothing;
}

function nothing(): void {}

/** `from`: what gets the focus back, the nearest first. */
type Shown = { id: number; dialog: ReactNode; from: readonly HTMLElement[] };

/** Holds the dialogs that are open, the newest on top. Stands once, around everything. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const show = useCallback((dialog: ReactNode) => {
    const from = openers();
    setShown((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, dialog, from }]);
  }, []);
  return (
    <ShowContext value={show}>
      <AnyContext value={shown.length > 0}>{children}</AnyContext>
      {shown.map(({ id, dialog, from }) => (
        <DialogSlot
          key={id}
          from={from}
          top={id === shown.at(-1)?.id}
          onExited={() => setShown((before) => before.filter((other) => other.id !== id))}
        >
          {dialog}
        </DialogSlot>
      ))}
    </ShowContext>
  );
}

/**
 * What gets the focus back: the focused element, or the button of the menu it stands in; and what can be focused around
 * it, should that be gone or out of sight by then, as the buttons of a message are.
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

/** Gives the focus to the first of these that takes it, where nothing has it. */
function giveBack(from: readonly HTMLElement[]): void {
  for (const one of from) {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    if (one.isConnected) one.focus();
  }
}

type SlotProps = { children: ReactNode; from: readonly HTMLElement[]; top: boolean; onExited: () => void };

function DialogSlot({ children, from, top, onExited }: SlotProps) {
  const [opened, setOpened] = useState(false);
  // Opened after mounting, so that Mantine notes what had the focus before.
  useEffect(() => setOpened(true), []);
  // Once the dialog is off the page, and with it whatever held the focus in it.
  useEffect(() => () => giveBack(from), [from]);
  const slot = useMemo<Slot>(
    () => ({ opened, top, close: () => setOpened(false), exited: onExited }),
    [opened, top, onExited],
  );
  return (
    <SlotContext value={slot}>
      <Suspense fallback={null}>{children}</Suspense>
    </SlotContext>
  );
}
