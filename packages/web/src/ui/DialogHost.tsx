import { useRouter } from '@tanstack/react-router';
import {
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

/** `close` is for what is done; `leave` asks first where something typed would be lost. */
export type Slot = {
  id: number | undefined;
  opened: boolean;
  top: boolean;
  close: () => void;
  leave: () => void;
  exited: () => void;
};

/** Changes that are not saved: in a dialog, or on the screen. */
type Unsaved = { slot: number | undefined };
type Keeper = {
  unsaved: (slot: number | undefined) => () => void;
  layer: (close: () => void) => () => void;
};

/** The place that a dialog is shown in; `Dialog` reads it. */
export const SlotContext = createContext<Slot | undefined>(undefined);
const AnyContext = createContext(false);
const ShowContext = createContext<(dialog: ReactNode) => void>(() => undefined);
const KeeperContext = createContext<Keeper | undefined>(undefined);

/** Shows a dialog above the screen. What is shown renders a `Dialog`, and closes itself with `useCloseDialog`. */
export function useShowDialog(): (dialog: ReactNode) => void {
  return use(ShowContext);
}

/** Whether a dialog stands above the screen: then Escape is for it alone, and not for a drawer underneath. */
export function useDialogAbove(): boolean {
  return use(AnyContext);
}

/** Closes the dialog that it is called in. */
export function useCloseDialog(): () => void {
  const slot = use(SlotContext);
  return slot?.close ?? nothing;
}

/**
 * While `dirty`, nothing leaves this dialog or this screen without asking: no button, no link, no Back, no closed tab.
 *
 * @returns what closes the dialog for somebody who gives up, such as Cancel.
 */
export function useUnsaved(dirty: boolean): () => void {
  const keeper = use(KeeperContext);
  const slot = use(SlotContext);
  const id = slot?.id;
  useEffect(() => (dirty ? keeper?.unsaved(id) : undefined), [dirty, id, keeper]);
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
type Shown = { id: number; dialog: ReactNode; from: readonly HTMLElement[] };

type Place = { pathname: string; search: string };

/** Another screen, or another tab of one: what was typed on this one goes. */
const isElsewhere = (here: Place, there: Place) =>
  here.pathname !== there.pathname || tabOf(here.search) !== tabOf(there.search);
const tabOf = (search: string) => new URLSearchParams(search).get('tab');

type HostProps = {
  children: ReactNode;
  /** The dialog that asks before something typed is thrown away. */
  asking: (discard: () => void) => ReactNode;
};

/** Holds the dialogs that are open, the newest on top. Stands once, around everything. */
export function DialogHost({ children, asking }: HostProps) {
  const { history } = useRouter();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [kept, setKept] = useState(0);
  const unsaved = useRef(new Set<Unsaved>());
  const layers = useRef(new Set<() => void>());
  /** How each open dialog is left, by its id. */
  const leaves = useRef(new Map<number, () => void>());

  const show = useCallback((dialog: ReactNode) => {
    const from = openers();
    setShown((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, dialog, from }]);
  }, []);
  const ask = useEffectEvent((discard: () => void) => show(asking(discard)));
  const keeper = useMemo<Keeper>(() => {
    const keep = <One,>(all: Set<One>, one: One) => {
      all.add(one);
      setKept((before) => before + 1);
      return () => {
        all.delete(one);
        setKept((before) => before - 1);
      };
    };
    return {
      unsaved: (slot) => keep(unsaved.current, { slot }),
      layer: (close) => keep(layers.current, close),
    };
  }, []);
  const isUnsaved = useCallback((slot: number) => [...unsaved.current].some((one) => one.slot === slot), []);
  const forget = useCallback((slot: number) => {
    for (const one of unsaved.current) if (one.slot === slot) unsaved.current.delete(one);
  }, []);

  const mayGo = useEffectEvent((here: Place, there: Place & { href: string; state: object }, action: string) => {
    if (action === 'BACK' && isSmall()) {
      const top = shown.at(-1);
      const close = top ? leaves.current.get(top.id) : [...layers.current].at(-1);
      if (close) {
        close();
        return false;
      }
    }
    if (unsaved.current.size === 0 || !isElsewhere(here, there)) return true;
    ask(() => {
      unsaved.current.clear();
      const go = { ignoreBlocker: true };
      if (action === 'BACK') history.back(go);
      else if (action === 'FORWARD') history.forward(go);
      else if (action === 'REPLACE') history.replace(there.href, there.state, go);
      else history.push(there.href, there.state, go);
    });
    return false;
  });
  const watched = shown.length > 0 || kept > 0;
  useEffect(
    () =>
      watched
        ? history.block({
            blockerFn: async ({ currentLocation, nextLocation, action }) =>
              !mayGo(currentLocation, nextLocation, action),
            enableBeforeUnload: () => unsaved.current.size > 0,
          })
        : undefined,
    [watched, history],
  );
  useEffect(() => {
    let { pathname } = history.location;
    return history.subscribe(({ location }) => {
      if (location.pathname !== pathname) {
        setShown([]);
        for (const close of layers.current) close();
      }
      pathname = location.pathname;
    });
  }, [history]);

  return (
    <ShowContext value={show}>
      <KeeperContext value={keeper}>
        <AnyContext value={shown.length > 0}>{children}</AnyContext>
        {shown.map(({ id, dialog, from }) => (
          <DialogSlot
            key={id}
            id={id}
            from={from}
            top={id === shown.at(-1)?.id}
            leaves={leaves.current}
            onLeave={(close) => (isUnsaved(id) ? ask(close) : close())}
            onClose={() => forget(id)}
            onExited={() => setShown((before) => before.filter((other) => other.id !== id))}
          >
            {dialog}
          </DialogSlot>
        ))}
      </KeeperContext>
    </ShowContext>
  );
}

/** Where a dialog fills the screen, or there is no keyboard with an Escape. */
function isSmall(): boolean {
  return matchMedia('(max-width: 48em), (hover: none)').matches;
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
  // Opened after mounting, so that Mantine notes what had the focus before.
  useEffect(() => setOpened(true), []);
  // Once the dialog is off the page, and with it whatever held the focus in it.
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
  const slot = useMemo<Slot>(
    () => ({ id, opened, top, close: () => close(), leave: () => leave(), exited: () => exited() }),
    [id, opened, top],
  );
  return (
    <SlotContext value={slot}>
      <Suspense fallback={null}>
        <Loaded into={loaded} />
        {children}
      </Suspense>
    </SlotContext>
  );
}

/** A dialog that is closed while its file is still on its way has nothing to fade out. */
function Loaded({ into }: { into: { current: boolean } }) {
  useEffect(() => {
    into.current = true;
  }, [into]);
  return null;
}
