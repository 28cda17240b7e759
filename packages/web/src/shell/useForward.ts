import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Redirects to the current address of what has moved, with the rest of the old path. */
export function useForward(to: string | undefined): void {
  const { history } = useRouter();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  useEffect(() => {
    if (to !== undefined) history.replace(`/${to}${search}`);
  }, [history, to, search]);
}
