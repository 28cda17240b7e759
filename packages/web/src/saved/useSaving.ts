import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { listSaved, listSavedIds, savedChanged, saveMessage, unsaveMessage } from '@folkmoot/contract/saved/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../core/api-client.ts';
import { useLive, useResync } from '../core/live.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { onceAnswered, queryClient } from '../core/query-client.ts';
import { toast } from '../core/toasts/toast.ts';

type Target = Pick<MessageView, 'id' | 'conversationId'>;

/** Which messages you have saved, and how to save one more or to remove one. */
export type Saving = { ids: ReadonlySet<string>; set: (message: Target, saved: boolean) => void };

const KEY = apiQueryKey(listSavedIds, {});

/** Keeps what you have saved current: here, and on your other devices. */
export function useSaving(): Saving {
  const { data } = useQuery({ ...apiQuery(listSavedIds, {}), staleTime: Number.POSITIVE_INFINITY });
  useLive(savedChanged, ({ messageId, saved }) => {
    note(messageId, saved);
    refreshSaved();
  });
  useResync(() => void queryClient.invalidateQueries({ queryKey: KEY }));
  return useMemo(() => ({ ids: new Set(data?.data), set: (message, saved) => void setSaved(message, saved) }), [data]);
}

/** Saves a message or removes it: shown at once, and taken back if the server refuses. */
export async function setSaved({ id, conversationId }: Target, saved: boolean): Promise<void> {
  note(id, saved);
  try {
    const { message } = await call(saved ? saveMessage : unsaveMessage, { conversationId, messageId: id });
    toast.done(message);
    refreshSaved();
  } catch (error) {
    note(id, !saved);
    toast.failed(error, { fallback: saved ? 'Could not save the message.' : 'Could not remove the message.' });
  }
}

/** Shows a message as saved or not: in the list that is known, and in one that is on its way and may be older. */
export function note(messageId: string, saved: boolean): void {
  const apply = () =>
    queryClient.setQueryData<Answer<typeof listSavedIds>>(KEY, (known) => {
      const others = known?.data.filter((id) => id !== messageId);
      return others && { data: saved ? [...others, messageId] : others };
    });
  apply();
  const query = queryClient.getQueryCache().find({ queryKey: KEY });
  if (query) onceAnswered(query, apply);
  // It could not be loaded: what was saved shows once it is.
  if (query?.state.status === 'error' && query.state.data === undefined)
    void queryClient.invalidateQueries({ queryKey: KEY });
}

function refreshSaved(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listSaved) });
}
