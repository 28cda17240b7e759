import type { HomeView } from '@folkmoot/contract/home/sections-schema.ts';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from '../../core/store.ts';
import { useDialogAbove } from '../../ui/dialog/DialogProvider.tsx';
import { HomeDraft, type HomeDraftState } from './home-draft.ts';

type Options = { serverId: string; storageKey: string; home: HomeView; onSaved: () => void };

/** The draft of a home while its editor is open, with undo and redo by keyboard. */
export function useHomeDraft({ serverId, storageKey, home, onSaved }: Options): {
  draft: HomeDraft;
  state: HomeDraftState;
} {
  const saved = useEffectEvent(onSaved);
  const [draft] = useState(() => new HomeDraft({ serverId, storageKey, draft: home }));
  const state = useStore(draft);
  useEffect(() => draft.start(), [draft]);
  useEffect(() => draft.offer(home), [draft, home]);
  useEffect(() => {
    if (state.savedAt !== undefined) saved();
  }, [state.savedAt]);
  useUndoKeys(draft);
  useBlocker({
    shouldBlockFn: () => state.losable && !window.confirm('Your changes are not saved. Leave anyway?'),
    enableBeforeUnload: () => draft.get().losable,
    disabled: !state.losable,
  });
  return { draft, state };
}

/** Ctrl or Cmd-Z, and with Shift, or Ctrl-Y, the other way. In a field and in a dialog they are the browser's own. */
function useUndoKeys(draft: HomeDraft): void {
  const covered = useDialogAbove();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (covered || !(event.ctrlKey || event.metaKey) || event.altKey || isText(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) draft.redo();
    else draft.undo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
}
