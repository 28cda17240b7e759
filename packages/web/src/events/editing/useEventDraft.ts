import { getEvent } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { type DraftState, EventDraft } from './event-draft.ts';
import type { EventValues } from './event-form.ts';

type Options = { place: string; initial: EventValues; event?: EventView | undefined };

/**
 * The draft of an event for as long as the screen stands. Give the screen a key where the event changes. Warns before one
 * leaves only where this browser could not keep what is not on the server.
 */
export function useEventDraft({ place, initial, event }: Options): { draft: EventDraft; state: DraftState } {
  const [draft] = useState(() => new EventDraft({ place, initial, event, onSaved: noteEvent }));
  const state = useSyncExternalStore(draft.subscribe, draft.now);
  useEffect(() => draft.start(), [draft]);
  useEffect(() => {
    if (event && draft.now().event !== event) draft.take(event);
  }, [draft, event]);
  useBlocker({
    shouldBlockFn: () => state.losable && !window.confirm('What you wrote is not saved. Leave all the same?'),
    enableBeforeUnload: () => draft.now().losable,
    disabled: !state.losable,
  });
  return { draft, state };
}

/** Puts what a command answered where the event is read from. */
export function noteEvent(event: EventView): void {
  queryClient.setQueryData(apiQueryKey(getEvent, { eventId: event.id, token: undefined }), event);
}
