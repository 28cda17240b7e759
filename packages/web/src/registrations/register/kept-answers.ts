import type { Visitor } from '@folkmoot/contract/registrations/schema.ts';
import { queryClient } from '../../core/query-client.ts';
import type { AnswerDraft } from './answers.ts';

/** The unsent answers of a registration. */
export type Kept = { answers: Readonly<Record<string, AnswerDraft>>; visitor: Visitor };

const NAME = 'registration written';

// Stored together with the server's answers, since all of them are cleared when somebody else signs in.
queryClient.setQueryDefaults([NAME], { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY });

/** What was written before the dialog was closed, as long as this tab is open. */
export function keptAnswers(eventId: string, editing: boolean): Kept | undefined {
  return queryClient.getQueryData<Kept>([NAME, eventId, editing]);
}

/** Keeps the unsent answers; undefined clears them. */
export function keepAnswers(eventId: string, editing: boolean, kept: Kept | undefined): void {
  const queryKey = [NAME, eventId, editing];
  if (kept) queryClient.setQueryData<Kept>(queryKey, kept);
  else queryClient.removeQueries({ queryKey });
}
