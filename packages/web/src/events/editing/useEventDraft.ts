import { getEvent } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useStore } from '../../core/store.ts';
import { type DraftState, EventDraft } from './event-draft.ts';
import type { EventValues, ValueKey } from './event-form.ts';

type Options = {
  storageKey: string;
  initial: EventValues;
  proposed?: readonly ValueKey[] | undefined;
  event?: EventView | undefined;
};

/**
 * The draft of an event while the screen is mounted. Give the screen a key if the event can change. Warns before you
 * leave only if this browser could not keep the unsaved changes.
 */
export function useEventDraft({ storageKey, initial, proposed, event }: Options): {
  draft: EventDraft;
  state: DraftState;
} {
  const [draft] = useState(() => new EventDraft({ storageKey, initial, proposed, event, onSaved: noteEvent }));
  const state = useStore(draft);
  useEffect(() => draft.start(), [draft]);
  useEffect(() => {
    if (event && draft.get().event !== event) draft.take(event);
  }, [draft, event]);
  useBlocker({
    shouldBlockFn: () => state.losable && !window.confirm('Your changes are not saved. Leave anyway?'),
    enableBeforeUnload: () => draft.get().losable,
    disabled: !state.losable,
  });
  return { draft, state };
}

/** Puts a mutation's response into the cache that the event is read from. */
export function noteEvent(event: EventView): void {
  queryClient.setQueryData(apiQueryKey(getEvent, { eventId: event.id, token: undefined }), event);
}
