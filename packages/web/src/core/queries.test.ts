import { getCommunity } from '@folkmoot/contract/communities/api.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { apiQuery } from './queries.ts';
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
