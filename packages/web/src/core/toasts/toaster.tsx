import { refusals } from '@folkmoot/contract/core/problem.ts';
import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { ApiError, errorMessage, isPassing, OFFLINE } from '../api-error.ts';
import { onResync } from '../live.ts';
import type { Failed } from './toast.ts';
import css from './toaster.module.css';
import { useFocusRoom } from './useFocusRoom.ts';
import '../../styles/app.css';
import { useMedia } from '../../ui/useMedia.ts';

const STAYS_MS = 6000;

/** Where toasts appear: bottom right on desktops, at the top on phones. */
export function Notices() {
  const phone = useMedia('phone');
  useFocusRoom();
  return (
    <Notifications
      position={phone ? 'top-center' : 'bottom-right'}
      limit={3}
      containerWidth={380}
      className={css.room}
    />
  );
}

/** Shows that something was done. */
export function showDone(message: string): void {
  notifications.show({
    message,
    icon: <IconCheck size={18} />,
    autoClose: STAYS_MS,
    className: css.ok,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

/** Shows that something was done, and lets it be undone as long as it is shown. */
export function showUndoable(message: string, ms: number, undo: () => void): void {
  const id = `undo:${message}`;
  notifications.hide(id);
  notifications.show({
    id,
    icon: <IconCheck size={18} />,
    autoClose: ms,
    className: css.ok,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <>
        <span>{message}</span>
        <span className={css.again}>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          >
            Undo
          </Button>
        </span>
      </>
    ),
  });
}

/** A failure of the connection is over when the connection is back: what was asked for can be asked for again. */
function hideWhenBack(id: string): void {
  const hide = () => {
    notifications.hide(id);
    removeEventListener('online', hide);
    stop();
  };
  const stop = onResync(hide);
  addEventListener('online', hide);
}

/** Shows what failed and why, until it is dismissed. The same failure twice is one toast. */
export function showFailed(error: unknown, { fallback, again }: Failed): void {
  const message = errorMessage(error, fallback);
  const id = `failed:${message}`;
  const retry = () => {
    notifications.hide(id);
    again?.();
  };
  notifications.hide(id);
  if (error instanceof ApiError && error.code === OFFLINE) hideWhenBack(id);
  notifications.show({
    id,
    icon: <IconAlertCircle size={18} />,
    className: css.bad,
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <>
        <span>{message}</span>
        {again && mayHelp(error) && (
          <span className={css.again}>
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          </span>
        )}
      </>
    ),
  });
}

/**
 * Trying again helps with temporary failures (no network, a busy server, a conflict), not when a rule refuses, and not
 * when it allows more only in an hour or tomorrow.
 */
function mayHelp(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.statusCode === 429) return error.code === refusals.slowDown.code;
  return isPassing(error) || error.code === 'core.conflict';
}
