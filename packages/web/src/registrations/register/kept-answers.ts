import type { Visitor } from '@folkmoot/contract/registrations/schema.ts';
import { queryClient } from '../../core/query-client.ts';
import type { AnswerDraft } from './answers.ts';

/** The unsent answers of a registration. */
export type KeptAnswers = { answers: Readonly<Record<string, AnswerDraft>>; visitor: Visitor };

const NAME = 'registration written';

// Stored together with the server's answers, since all of them are cleared when somebody else signs in.
queryClient.setQueryDefaults([NAME], { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY });

/** What was written before the dialog was closed, as long as this tab is open. */
export function keptAnswers(eventId: string, editing: boolean): KeptAnswers | undefined {
  return queryClient.getQueryData<KeptAnswers>([NAME, eventId, editing]);
}

/** Keeps the unsent answers; undefined clears them. */
export function keepAnswers(eventId: string, editing: boolean, kept: KeptAnswers | undefined): void {
  const queryKey = [NAME, eventId, editing];
  if (kept) queryClient.setQueryData<KeptAnswers>(queryKey, kept);
  else queryClient.removeQueries({ queryKey });
}
