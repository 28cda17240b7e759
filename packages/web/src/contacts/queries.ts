import { getContactsConnection, listContacts, searchContacts } from '@folkmoot/contract/contacts/api.ts';
import { type ContactView, LIMITS, refusals } from '@folkmoot/contract/contacts/schema.ts';
import type { Entry } from '@folkmoot/contract/core/entry.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../core/api-client.ts';
import { ApiError } from '../core/api-error.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { onConsent } from './consent-window.ts';

/** Whether contacts can be connected here, and are; asked again when somebody comes back from Google. */
export function useContactsConnection() {
  useEffect(
    () =>
      onConsent((outcome) => {
        if (outcome === 'connected') refreshConnection();
      }),
    [],
  );
  return useQuery(apiQuery(getContactsConnection, {}));
}

export function refreshConnection(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(getContactsConnection) });
}

/** Shows that contacts are not connected any more, and forgets those that were shown. */
export function forgetContacts(): void {
  queryClient.setQueryData(apiQuery(getContactsConnection, {}).queryKey, { available: true, connected: false });
  for (const endpoint of [listContacts, searchContacts]) queryClient.removeQueries({ queryKey: apiQueryKey(endpoint) });
}

const GONE: ReadonlySet<string> = new Set(
  [refusals.lost, refusals.unanswered, refusals.notConnected].map(({ code }) => code),
);

/** Whether a call has failed because contacts are not connected any more. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && GONE.has(error.code);
}

/** Your contacts by first name, in pages. They are forgotten when nothing shows them any more. */
export function useContacts() {
  return useInfiniteQuery({
    queryKey: [...apiQueryKey(listContacts), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(listContacts, pageParam === null ? {} : { pageToken: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextPageToken }) => nextPageToken,
  });
}

/** Contacts that have a word beginning like this; nothing is asked without one. */
export function useContactSearch(query: string) {
  return useQuery({ ...apiQuery(searchContacts, { query }), enabled: query !== '' });
}

/** Everybody's first address, up to the limit; `more` if there are people beyond it. */
export async function fetchAllContacts(): Promise<{ entries: Entry[]; more: boolean }> {
  const { data, nextPageToken } = await call(listContacts, { limit: LIMITS.all });
  return { entries: firstOf(data), more: nextPageToken !== null };
}

/** These people, each at their first address. */
export function firstOf(contacts: readonly ContactView[]): Entry[] {
  return contacts.filter(({ first }) => first).map(entryOf);
}

/** A contact as a selection has people. Their address is in the form that the server gives, so case is all that differs. */
export function entryOf({ email, firstName, lastName }: ContactView): Entry {
  return { address: email, key: email.toLowerCase().normalize('NFC'), firstName, lastName };
}
