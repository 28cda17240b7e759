import { lazyPart } from '../core/lazy.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';

const SupportPanel = lazyPart(() => import('./SupportPanel.tsx'), 'SupportPanel');

/** Opens help along the right edge. */
export function useSupport(): () => void {
  const show = useShowDialog();
  return () => show(<SupportPanel />);
}
