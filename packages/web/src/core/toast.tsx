import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { ApiProblem, sentenceOf } from './problem.ts';
import css from './toast.module.css';

const STAYS_MS = 6000;

type Failure = { fallback?: string | undefined; again?: (() => void) | undefined };

/** The toasts: what was done leaves by itself, what failed stays until it is dismissed. */
export const toast = {
  done(message: string): void {
    notifications.show({ message, icon: <IconCheck size={18} />, autoClose: STAYS_MS, className: css.ok, role: 'status' });
  },

  /** Shows the server's sentence, else `fallback`; offers to try again where that can help. */
  failed(error: unknown, { fallback, again }: Failure = {}): void {
    const message = sentenceOf(error, fallback);
    const id = `failed:${message}`;
    // The same failure twice is one toast.
    notifications.hide(id);
    notifications.show({
      id,
      icon: <IconAlertCircle size={18} />,
      className: css.bad,
      autoClose: false,
      role: 'alert',
      message: (
        <>
          <span>{message}</span>
          {again && mayHelp(error) && (
            <span className={css.again}>
              <Button size="xs" variant="default" onClick={() => { notifications.hide(id); again(); }}>
                Try again
              </Button>
            </span>
          )}
        </>
      ),
    });
  },
};

/** Repeating helps against chance (no network, a busy server, a clash), not against a rule. */
function mayHelp(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true;
  return error.statusCode === 0 || error.statusCode === 429 || error.statusCode >= 500 || error.code === 'core.conflict';
}
