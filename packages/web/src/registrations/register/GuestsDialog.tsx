import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { listGoing } from '@folkmoot/contract/registrations/api.ts';
import { GUEST_COUNT } from '@folkmoot/contract/registrations/schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { Pages } from '../../events/lists/Pages.tsx';
import css from '../../events/page/event.module.css';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';

/** People who are going, ten a page. */
export function GuestsDialog({ eventId, token }: { eventId: string; token: string | undefined }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const going = useQuery({
    ...apiQuery(listGoing, { eventId, token, page, search }),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog title="Who is going" width={460}>
      <SearchInput
        variant="quiet"
        aria-label="Search guests"
        placeholder="Search guests"
        data-autofocus
        value={search}
        onSearch={(text) => {
          setSearch(text);
          setPage(1);
        }}
        delay={DEBOUNCE.people}
      />
      {going.isPending && (
        <LoadingFallback label="Loading guests">
          <SkeletonRows rows={6} round />
        </LoadingFallback>
      )}
      {going.isError && <ErrorState error={going.error} again={going.refetch} level={3} />}
      {going.data?.count === 0 && (
        <EmptyState art="search" level={3} title={search ? `No one matches “${search}”` : 'No names to show'}>
          {search === '' && 'Guests without an account are counted but not listed.'}
        </EmptyState>
      )}
      <ul className={css.people} aria-label="Guests">
        {going.data?.data.map((person) => (
          <li key={person.id}>
            <Avatar person={person} size={40} />
            <b dir="auto">{fullName(person)}</b>
            {person.role !== 'guest' && (
              <span className={css.pill}>{person.role === 'host' ? 'Host' : 'Featured'}</span>
            )}
          </li>
        ))}
      </ul>
      {going.data && going.data.count >= GUEST_COUNT && (
        <p className={css.more}>The first {GUEST_COUNT.toLocaleString()} are listed. Search to find anyone else.</p>
      )}
      <Pages page={page} count={going.data?.count ?? 0} onPage={setPage} />
    </Dialog>
  );
}
