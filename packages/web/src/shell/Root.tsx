import { SOMETHING_WRONG } from '@folkmoot/contract/core/problem.ts';
import { Notifications } from '@mantine/notifications';
import { useMediaQuery } from '@mantine/hooks';
import { type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router';
import { SessionKeeper } from '../core/session.tsx';
import { DialogHost } from '../ui/Dialog.tsx';
import { Failure, NotHere } from '../ui/Failure.tsx';
import css from './root.module.css';

/** Around every screen: dialogs, toasts, and the keeper of the session. */
export function Root() {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <DialogHost>
      <SessionKeeper />
      <Outlet />
      <Notifications position={phone ? 'top-center' : 'bottom-right'} limit={3} containerWidth={380} />
    </DialogHost>
  );
}

/** An address that no route knows. */
export function Missing() {
  return (
    <main className={css.page}>
      <NotHere />
    </main>
  );
}

/** A screen that could not be shown: why, and a way on. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className={css.page}>
      <Failure
        level={1}
        error={error}
        fallback={error instanceof Error ? error.message : SOMETHING_WRONG}
        again={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}
