import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** The footer of the dialog that a step is shown in. */
export const FooterContext = createContext<HTMLElement | null>(null);

/** Renders the buttons of one step into the dialog's footer. */
export function DialogFooterPortal({ children }: { children: ReactNode }) {
  const slot = use(FooterContext);
  return slot && createPortal(children, slot);
}
