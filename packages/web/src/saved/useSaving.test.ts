import { listSavedIds } from '@folkmoot/contract/saved/api.ts';
import { afterEach, expect, test } from 'vitest';
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
