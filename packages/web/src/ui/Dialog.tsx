import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useMemo, useState } from 'react';
import css from './dialog.module.css';

type Slot = { opened: boolean; close: () => void; exited: () => void };

const SlotContext = createContext<Slot | undefined>(undefined);
const ShowContext = createContext<(dialog: ReactNode) => void>(() => undefined);

/** Shows a dialog above the screen. What is shown renders a `Dialog`, and closes itself with `useCloseDialog`. */
export function useShowDialog(): (dialog: ReactNode) => void {
  return use(ShowContext);
}

/** Closes the dialog that one is inside. */
export function useCloseDialog(): () => void {
  const slot = use(SlotContext);
  return slot?.close ?? nothing;
}

function nothing(): void {}

type Shown = { id: number; dialog: ReactNode; from: HTMLElement | undefined };

/** Holds the dialogs that are open, the newest on top. Stands once, around everything. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const show = useCallback((dialog: ReactNode) => {
    const from = opener();
    setShown((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, dialog, from }]);
  }, []);
  return (
    <ShowContext value={show}>
      {children}
      {shown.map(({ id, dialog, from }) => (
        <DialogSlot
          key={id}
          onExited={() => {
            setShown((before) => before.filter((other) => other.id !== id));
            if (from?.isConnected && (document.activeElement === document.body || document.activeElement === null)) from.focus();
          }}
        >
          {dialog}
        </DialogSlot>
      ))}
    </ShowContext>
  );
}

/** What gets the focus back: the focused element, or the button of the menu it stands in. */
function opener(): HTMLElement | undefined {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return undefined;
  const menu = active.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? active;
}

function DialogSlot({ children, onExited }: { children: ReactNode; onExited: () => void }) {
  const [opened, setOpened] = useState(false);
  // Opened after mounting, so that Mantine notes what had the focus before.
  useEffect(() => setOpened(true), []);
  const slot = useMemo<Slot>(() => ({ opened, close: () => setOpened(false), exited: onExited }), [opened, onExited]);
  return (
    <SlotContext value={slot}>
      <Suspense fallback={null}>{children}</Suspense>
    </SlotContext>
  );
}

type DialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the one that acts last. */
  footer?: ReactNode;
  /** Stands at the footer's other end, such as Back. */
  footerStart?: ReactNode;
  width?: number;
};

/** The frame of every dialog: title, body that scrolls, footer that stays. Full screen on phones. */
export function Dialog({ title, children, footer, footerStart, width = 500 }: DialogProps) {
  const slot = use(SlotContext);
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal.Root opened={slot?.opened ?? true} onClose={slot?.close ?? nothing} onExitTransitionEnd={slot?.exited ?? nothing} size={width} fullScreen={phone} centered>
      <Modal.Overlay />
      <Modal.Content classNames={{ content: css.content }} radius={phone ? 0 : 16}>
        <Modal.Header className={css.header}>
          <Modal.Title className={css.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size={36} iconSize={20} />
        </Modal.Header>
        <Modal.Body className={css.body}>{children}</Modal.Body>
        {(footer || footerStart) && (
          <div className={css.footer}>
            <span className={css.start}>{footerStart}</span>
            {footer}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
