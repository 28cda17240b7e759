import { getCommunity } from '@folkmoot/contract/communities/api.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { apiQuery } from './queries.ts';
import { queryClient } from './query-client.ts';
import { keepFirstAnswers } from './start/first-answers.ts';

test('a query has its answer at once if that came with the page, and asks for nothing', () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const community = { name: 'Weavers Row' };
  keepFirstAnswers({ '/api/v1/servers/w1': community });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } });
  const observer = new QueryObserver(client, apiQuery(getCommunity, { serverId: 'w1' }));
  const stop = observer.subscribe(() => undefined);
  expect(observer.getCurrentResult().data).toEqual(community);
  expect(fetch).not.toHaveBeenCalled();
  stop();
  vi.unstubAllGlobals();
});

test('a first answer that was on its way when its query was invalidated is asked for once more, and only once', async () => {
  const answers = ['old', 'new', 'newest'];
  const arrive: (() => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['late'],
    queryFn: () => new Promise<string | undefined>((resolve) => arrive.push(() => resolve(answers[arrive.length - 1]))),
  });
  const seen: unknown[] = [];
  const stop = observer.subscribe(({ data }) => seen.push(data));
  await vi.waitFor(() => expect(arrive).toHaveLength(1));
  void queryClient.invalidateQueries({ queryKey: ['late'] });
  arrive[0]?.();
  await vi.waitFor(() => expect(arrive).toHaveLength(2));
  expect(observer.getCurrentResult().data).toBe('old');
  arrive[1]?.();
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ data: 'new', fetchStatus: 'idle' }));
  expect(arrive).toHaveLength(2);
  stop();
  queryClient.clear();
});

test('a first answer that was on its way when its query was invalidated is asked for once more, also after one that failed', async () => {
  const arrive: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['again'],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      arrive.push(answer);
      return answer.promise;
    },
  });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(arrive).toHaveLength(1));
  arrive[0]?.reject(new Error('No connection.'));
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'));
  void observer.refetch();
  await vi.waitFor(() => expect(arrive).toHaveLength(2));
  void queryClient.invalidateQueries({ queryKey: ['again'] });
  arrive[1]?.resolve('old');
  await vi.waitFor(() => expect(arrive).toHaveLength(3));
  arrive[2]?.resolve('new');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('new'));
  stop();
  queryClient.clear();
});
