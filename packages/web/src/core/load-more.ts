type List = { data?: { pages: unknown[] } | undefined; isFetchNextPageError: boolean };

/**
 * Loads the next page of a list. If something changes at that moment the list is fetched again instead, and the next page
 * is forgotten: then it is asked for once more.
 */
export async function loadMore(list: List & { fetchNextPage: () => Promise<List> }): Promise<void> {
  const had = list.data?.pages.length ?? 0;
  const { data, isFetchNextPageError: failed } = await list.fetchNextPage();
  if (!failed && data?.pages.length === had) await list.fetchNextPage();
}
