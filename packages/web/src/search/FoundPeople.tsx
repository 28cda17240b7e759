import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { PEOPLE_SEARCH_ABOVE } from '@folkmoot/contract/core/client.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { parseSearch } from '@folkmoot/contract/search/rules.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazyPart } from '../core/lazy.ts';
import { loadMore } from '../core/load-more.ts';
import { apiInfiniteQuery } from '../core/queries.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { Avatar } from '../ui/identity/Avatar.tsx';
import { plainWords, spanOf } from './find.ts';
import { Marked } from './Marked.tsx';
import css from './search.module.css';

const ProfileDialog = lazyPart(() => import('../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

/** People of your communities, by name or username. */
export function FoundPeople({ search }: { search: string }) {
  const show = useShowDialog();
  const words = plainWords(parseSearch(search));
  const asks = lengthOf(words) > PEOPLE_SEARCH_ABOVE;
  const people = useInfiniteQuery({ ...apiInfiniteQuery(findPeople, { search: words }), enabled: asks });
  const found = people.data?.pages.flatMap((page) => page.data) ?? [];
  if (!asks) {
    return (
      <EmptyState art="search" title="Type a little more">
        Type at least four letters of a name to find people.
      </EmptyState>
    );
  }
  return (
    <>
      {people.isPending && (
        <LoadingFallback label="Searching">
          <SkeletonRows rows={6} round />
        </LoadingFallback>
      )}
      {people.isError && <ErrorState error={people.error} again={() => void people.refetch()} />}
      {people.isSuccess && found.length === 0 && (
        <EmptyState art="search" title="No one found">
          {`No one you can see is called “${words}”.`}
        </EmptyState>
      )}
      <ul className={css.group}>
        {found.map((person) => {
          const name = fullName(person);
          const span = spanOf(name, words);
          return (
            <li key={person.id}>
              <button
                type="button"
                className={css.row}
                data-result
                onClick={() => show(<ProfileDialog userId={person.id} />)}
              >
                <Avatar person={person} size={36} />
                <span className={css.body}>
                  <b dir="auto">
                    <Marked text={name} marks={span ? [span] : []} />
                  </b>
                  <span className={css.where}>@{person.username}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {people.hasNextPage && (
        <Button variant="default" loading={people.isFetchingNextPage} onClick={() => void loadMore(people)}>
          Show more
        </Button>
      )}
    </>
  );
}
