import { listMailStops, removeMailStop } from '@folkmoot/contract/mailings/api.ts';
import type { MailStop } from '@folkmoot/contract/mailings/health-schema.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMore } from '../core/load-more.ts';
import { apiInfiniteQuery, useApiMutation } from '../core/queries.ts';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { longDate } from '../ui/format-date.ts';
import { SearchInput } from '../ui/inputs/SearchInput.tsx';
import screen from '../ui/layout/screen.module.css';
import css from './mail-health.module.css';

const WHY: Readonly<Record<MailStop['reason'], string>> = {
  bounced: 'The address doesn’t exist',
  complained: 'Reported an email as spam',
  unsubscribed: 'Unsubscribed',
};

/** Addresses that get no invitations and messages: why, since when, and a way to take one off the list. */
export function StopList() {
  const confirm = useConfirm();
  const [search, setSearch] = useState('');
  const stops = useInfiniteQuery({ ...apiInfiniteQuery(listMailStops, { search }), placeholderData: keepPreviousData });
  const remove = useApiMutation(removeMailStop, {
    failed: 'Could not remove the address.',
    onDone: () => void stops.refetch(),
  });
  const rows = stops.data?.pages.flatMap(({ data }) => data) ?? [];
  const ask = (stop: MailStop) =>
    confirm({
      title: `Remove ${stop.address}?`,
      body:
        stop.reason === 'bounced'
          ? 'Invitations and messages go to this address again. If it still doesn’t exist, it comes back to this list.'
          : 'This person doesn’t want these emails. Remove the address only if they asked you to. What you do is recorded.',
      verb: 'Remove',
      busyVerb: 'Removing',
      danger: true,
      run: () => remove.mutateAsync({ address: stop.address, scope: stop.scope, scopeId: stop.scopeId }),
    });
  return (
    <section aria-labelledby="stops">
      <h2 id="stops">Suppressed addresses</h2>
      <p>
        These addresses get no invitations or messages. Codes and emails about their own registrations are still sent.
      </p>
      <SearchInput
        className={css.search}
        variant="quiet"
        size="sm"
        aria-label="Search addresses"
        placeholder="Search addresses"
        value={search}
        onSearch={setSearch}
      />
      {stops.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {stops.isError && <ErrorState error={stops.error} again={stops.refetch} />}
      {stops.data && rows.length === 0 && <p>{search === '' ? 'No addresses yet.' : 'No address matches.'}</p>}
      {rows.length > 0 && (
        <ul className={screen.card}>
          {rows.map((stop) => (
            <li key={`${stop.address} ${stop.scope} ${stop.scopeId}`} className={screen.row}>
              <span className={screen.grow}>
                <b>{stop.address}</b>
                <small>
                  {[
                    WHY[stop.reason],
                    stop.scope === 'all' ? '' : `only from ${stop.from === '' ? 'a sender who is gone' : stop.from}`,
                    `since ${longDate(new Date(stop.since_epoc * 1000).toISOString())}`,
                    stop.ends_epoc === null ? '' : `until ${longDate(new Date(stop.ends_epoc * 1000).toISOString())}`,
                  ]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </small>
              </span>
              <Button variant="default" size="sm" aria-label={`Remove ${stop.address}`} onClick={() => ask(stop)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {stops.hasNextPage && (
        <div className={css.more}>
          <Button variant="subtle" size="sm" loading={stops.isFetchingNextPage} onClick={() => void loadMore(stops)}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}
