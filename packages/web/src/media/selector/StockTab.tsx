import { findStockPhotos, noteStockDownload } from '@folkmoot/contract/media/api.ts';
import { type PicturePurpose, refusals } from '@folkmoot/contract/media/schema.ts';
import { STOCK_PAGE, type StockPhoto } from '@folkmoot/contract/media/stock-schema.ts';
import { Loader } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { loadMore } from '../../core/load-more.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { readable } from './cropping.ts';
import css from './image-selector.module.css';
import type { PickedImage } from './picked-image.ts';

const SKELETONS = Array.from({ length: 8 }, (_, at) => at);

type Props = { purpose: PicturePurpose; onPick: (source: PickedImage) => void };

/** Stock photos, searched by keyword. A chosen one is cropped and uploaded like any other picture. */
export function StockTab({ purpose, onPick }: Props) {
  const [search, setSearch] = useState('');
  const [fetching, setFetching] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const asked = { query: search, type: purpose, limit: STOCK_PAGE };
  const photos = useInfiniteQuery({
    queryKey: [...apiQueryKey(findStockPhotos, asked), 'pages'],
    queryFn: ({ pageParam, signal }) => call(findStockPhotos, { ...asked, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => last.nextPage,
    staleTime: 5 * 60_000,
  });
  const all = photos.data?.pages.flatMap((page) => page.data) ?? [];
  const absent = photos.error instanceof ApiError && photos.error.code === refusals.stockAbsent.code;

  const choose = async (photo: StockPhoto) => {
    if (fetching !== undefined) return;
    setProblem(undefined);
    setFetching(photo.id);
    // The service requires this notification; the photo does not wait for it.
    call(noteStockDownload, { download: photo.download }).catch(() => undefined);
    try {
      const answer = await fetch(photo.urls.regular, { credentials: 'omit', referrerPolicy: 'no-referrer' });
      if (!answer.ok) throw new Error(String(answer.status));
      const bytes = await answer.blob();
      const blob = await readable(new File([bytes], photo.id, { type: bytes.type }));
      onPick({ blob, name: `photo-${photo.id}`, alt: photo.description, credit: photo.credit });
    } catch {
      setProblem('That photo could not be fetched. Try again, or choose another one.');
      setFetching(undefined);
    }
  };

  if (absent) return <EmptyState art="search" title={refusals.stockAbsent.message} level={3} />;
  return (
    <div className={css.stock}>
      <SearchInput
        aria-label="Search photos"
        placeholder="Search photos"
        maxLength={100}
        value={search}
        onSearch={setSearch}
      />
      {problem && <Problem>{problem}</Problem>}
      {photos.isPending && (
        <LoadingFallback label="Loading photos">
          <div className={css.photos}>
            {SKELETONS.map((at) => (
              <Skeleton key={at} h={116} radius="md" />
            ))}
          </div>
        </LoadingFallback>
      )}
      {photos.isError && <ErrorState error={photos.error} again={photos.refetch} level={3} />}
      {photos.data && all.length === 0 && (
        <EmptyState art="search" title={search === '' ? 'There are no photos' : `No photos for “${search}”`} level={3}>
          Try another word.
        </EmptyState>
      )}
      <ul className={css.photos} aria-label="Photos" hidden={all.length === 0}>
        {all.map((photo) => (
          <li key={photo.id} className={css.photo}>
            <button
              type="button"
              aria-busy={fetching === photo.id}
              aria-label={`Choose ${photo.description || 'photo'}`}
              onClick={() => void choose(photo)}
            >
              <img src={photo.urls.small} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" />
              {fetching === photo.id && (
                <span className={css.over}>
                  <Loader size={24} color="white" />
                </span>
              )}
            </button>
            <small>
              By{' '}
              <a href={photo.credit.link} target="_blank" rel="noreferrer">
                {photo.credit.name}
              </a>
            </small>
          </li>
        ))}
      </ul>
      {photos.hasNextPage && (
        <LoadingButton
          variant="default"
          className={css.more ?? ''}
          loading={photos.isFetchingNextPage}
          loadingLabel="Loading"
          onClick={() => void loadMore(photos)}
        >
          More photos
        </LoadingButton>
      )}
    </div>
  );
}
