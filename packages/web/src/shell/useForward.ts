import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Goes on at the present address of what has moved, with whatever stood behind the old one. */
export function useForward(to: string | undefined): void {
  const { history } = useRouter();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  useEffect(() => {
    if (to !== undefined) history.replace(`/${to}${search}`);
  }, [history, to, search]);
}
