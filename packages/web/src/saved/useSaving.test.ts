import { listSavedIds } from '@folkmoot/contract/saved/api.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { note } from './useSaving.ts';

afterEach(() => queryClient.clear());

test('saving: what is saved while the list of saved messages is on its way stays saved, beside all others', async () => {
  const queryKey = apiQueryKey(listSavedIds, {});
  const arrive = Promise.withResolvers<{ data: string[] }>();
  const list = queryClient.fetchQuery({ queryKey, queryFn: () => arrive.promise });
  note('new', true);
  note('gone', false);
  arrive.resolve({ data: ['old', 'gone'] });
  await list;
  expect(queryClient.getQueryData(queryKey)).toEqual({ data: ['old', 'new'] });
});

test('saving: where the list of saved messages could not be loaded, it is asked for again', async () => {
  const queryKey = apiQueryKey(listSavedIds, {});
  let works = false;
  const queryFn = async () => {
    if (!works) throw new Error('No connection.');
    return { data: ['old', 'new'] };
  };
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'));
  works = true;
  note('new', true);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ data: ['old', 'new'] }));
  stop();
});
