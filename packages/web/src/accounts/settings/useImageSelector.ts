import { createContext, type ReactNode, use, useCallback } from 'react';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

/** What callers pass to the image selector, which belongs to a later slice. */
export type ImageWanted = {
  purpose: 'avatar' | 'logo';
  title: string;
  hint?: string | undefined;
  /** Called with the address of the upload, for the field. */
  onDone: (image: { url: string }) => void;
};

/** Makes the dialog that picks and crops a picture. The shell connects it. */
export const ImageSelectorContext = createContext<((wanted: ImageWanted) => ReactNode) | undefined>(undefined);

/** Shows the image selector, or undefined if none is connected. */
export function useImageSelector(): ((wanted: ImageWanted) => void) | undefined {
  const make = use(ImageSelectorContext);
  const show = useShowDialog();
  const select = useCallback((wanted: ImageWanted) => show(make?.(wanted)), [make, show]);
  return make && select;
}
