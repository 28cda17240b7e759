import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Opens a dialog once when somebody follows a link to it, such as `/kiln#cancel` in an email.
 *
 * @param known whether it is known that this person may open it.
 */
export function useOpenedByLink(name: 'cancel' | 'contact' | 'ticket', known: boolean, open: () => void): void {
  const asked = useLocation({ select: ({ hash }) => hash === name });
  const opened = useRef(false);
  useEffect(() => {
    if (!asked || !known || opened.current) return;
    opened.current = true;
    open();
  }, [asked, known, open]);
}
