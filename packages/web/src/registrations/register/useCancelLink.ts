import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Opens, once, what the link of an email to `#cancel` asks for, as soon as the page knows who is there. */
export function useCancelLink(known: boolean, giveUp: () => void): void {
  const asked = useLocation({ select: ({ hash }) => hash === 'cancel' });
  const opened = useRef(false);
  useEffect(() => {
    if (!asked || !known || opened.current) return;
    opened.current = true;
    giveUp();
  }, [asked, known, giveUp]);
}
