import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import { lazyPart } from '../core/lazy.ts';
import { useBackCloses } from '../ui/dialog/DialogProvider.tsx';
import { useEarlyKeys } from './useEarlyKeys.ts';
import { useShortcutsDialog } from './useShortcutsDialog.tsx';

const Palette = lazyPart(() => import('../search/palette/Palette.tsx'), 'Palette');

const PaletteContext = createContext<{ open: () => void }>({ open: () => undefined });

/** Opens `Find anything`. */
export function usePalette(): { open: () => void } {
  return use(PaletteContext);
}

/** Renders `Find anything`, which loads when it is first opened. */
export function PaletteHost({ current, children }: { current: RailView | undefined; children: ReactNode }) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  useBackCloses(state === 'open', () => setState('closed'));
  const takeEarly = useEarlyKeys(state === 'open');
  const showShortcuts = useShortcutsDialog();
  const value = useMemo(() => ({ open: () => setState('open') }), []);
  return (
    <PaletteContext value={value}>
      {children}
      {state !== 'never' && (
        <Suspense fallback={null}>
          <Palette
            opened={state === 'open'}
            close={() => setState('closed')}
            current={current}
            takeEarly={takeEarly}
            showShortcuts={showShortcuts}
          />
        </Suspense>
      )}
    </PaletteContext>
  );
}
