import { listAllFeatured, listFeatured } from '@folkmoot/contract/communities/featured-api.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiInfiniteQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';

/** The communities that the installation's owner shows first. @param enabled whether they are wanted here. */
export function useFeatured(enabled: boolean) {
  const query = useInfiniteQuery({ ...apiInfiniteQuery(listFeatured, {}), enabled });
  const cards = query.data?.pages.flatMap((page) => page.data.map(({ community }) => community)) ?? [];
  // Without them, the page is complete: a failure of this call alone is not worth a message.
  return { ...query, cards: enabled ? cards : [] };
}

/** Asks again for what is featured, wherever it is shown. */
export function refreshFeatured(): Promise<unknown> {
  return Promise.all(
    [listAllFeatured, listFeatured].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: apiQueryKey(endpoint) }),
    ),
  );
}
