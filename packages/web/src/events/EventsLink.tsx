import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

/** The way back to one's events. */
export function EventsLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>) {
  const { history } = useRouter();
  return (
    <a
      {...props}
      href="/events"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        history.push('/events');
      }}
    />
  );
}
