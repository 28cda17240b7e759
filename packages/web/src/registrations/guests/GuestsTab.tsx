import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { GUEST_COUNT, GUEST_PAGE, type GuestQuery } from '@folkmoot/contract/registrations/schema.ts';
import { Button, Select } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '../../core/download.ts';
import { lazyPart } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { BulkBar } from './BulkBar.tsx';
import { GuestSummary } from './GuestSummary.tsx';
import { GuestTable } from './GuestTable.tsx';
import css from './guests.module.css';
import { StatusTabs } from './StatusTabs.tsx';
import { useGuests } from './useGuests.ts';

const AddGuestDialog = lazyPart(() => import('./AddGuestDialog.tsx'), 'AddGuestDialog');

/** `cursors`: where the pages before this one ended, so that there is a way back. */
type Shown = Pick<GuestQuery, 'search' | 'status' | 'sort'> & { cursors: readonly string[] };
const FIRST: Shown = { search: '', status: 'all', sort: 'newest', cursors: [] };

/**
 * Everyone on an event's list, for its hosts: search, filter, approve, decline, add and export. `status`: what is shown
 * first.
 */
export function GuestsTab({ event, status }: { event: EventView; status: GuestQuery['status'] }) {
  const show = useShowDialog();
  const phone = useMedia('phone');
  const confirm = useConfirm();
  const [shown, setShown] = useState<Shown>({ ...FIRST, status });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Another filter begins at its first page, with nobody chosen.
  const narrow = (change: Partial<Shown>) => {
    setShown((before) => ({ ...before, cursors: [], ...change }));
    setSelected(new Set());
  };
  const { cursors, ...filter } = shown;
  const cursor = cursors.at(-1);
  const guests = useGuests(event.id, { ...filter, ...(cursor !== undefined && { cursor }) });
  const next = guests.data?.nextCursor ?? null;
  const rows = guests.data?.data ?? [];
  const count = guests.data?.count ?? 0;
  const exportThem = () => {
    const { search, status } = shown;
    const path = `/api/v1/events/${event.id}/participations/export.csv?${new URLSearchParams({ search, status })}`;
    confirm({
      title: 'Export the guest list?',
      body: <WhatIsInIt count={count} />,
      verb: 'Export',
      busyVerb: 'Exporting',
      run: () =>
        download(path, `${event.alias}-guests.csv`).catch((error: unknown) => {
          toast.failed(error, { fallback: 'Could not export the guest list.' });
          throw error;
        }),
    });
  };
  const summary = <GuestSummary event={event} counts={guests.data?.counts} />;
  return (
    <div className={css.tab}>
      {!phone && summary}
      <section className={css.sheet} aria-label="Guests">
        <div className={css.bar}>
          <SearchInput
            className={css.search}
            variant="quiet"
            size="sm"
            aria-label="Search guests"
            placeholder="Search name, email, answer or code"
            value={shown.search}
            onSearch={(search) => narrow({ search })}
            delay={DEBOUNCE.people}
          />
          <StatusTabs
            sells={event.stripe_account_id !== null}
            value={shown.status}
            counts={guests.data?.counts}
            onChange={(status) => narrow({ status })}
          />
          <Select
            className={css.sort}
            variant="bar"
            size="sm"
            aria-label="Order"
            allowDeselect={false}
            data={[
              { value: 'newest', label: 'Newest first' },
              { value: 'oldest', label: 'Oldest first' },
              { value: 'name', label: 'By name' },
            ]}
            value={shown.sort}
            onChange={(sort) => narrow({ sort: sort as Shown['sort'] })}
          />
          <span className={css.gap} />
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconDownload size={17} />}
            disabled={!guests.data}
            onClick={exportThem}
          >
            Export
          </Button>
          <Button
            className={css.add}
            variant="default"
            size="sm"
            leftSection={<IconPlus size={17} />}
            disabled={event.status === 'cancelled'}
            onClick={() => show(<AddGuestDialog event={event} />)}
          >
            Add guest
          </Button>
        </div>
        {guests.isPending && (
          <LoadingFallback label="Loading guests">
            <SkeletonRows rows={6} round />
          </LoadingFallback>
        )}
        {guests.isError && <ErrorState error={guests.error} again={guests.refetch} />}
        {guests.data && rows.length === 0 && <NoGuests shown={shown} />}
        {rows.length > 0 && <GuestTable event={event} guests={rows} selected={selected} onSelect={setSelected} />}
        {(next !== null || cursors.length > 0) && (
          <nav className={css.pages} aria-label="Pages of guests">
            <Button
              variant="default"
              size="sm"
              disabled={cursors.length === 0 || guests.isPlaceholderData}
              onClick={() => setShown({ ...shown, cursors: cursors.slice(0, -1) })}
            >
              Previous page
            </Button>
            <span aria-live="polite">{rangeLine(cursors.length, rows.length, count)}</span>
            <Button
              variant="default"
              size="sm"
              disabled={next === null || guests.isPlaceholderData}
              onClick={() => next !== null && setShown({ ...shown, cursors: [...cursors, next] })}
            >
              Next page
            </Button>
          </nav>
        )}
      </section>
      {/* On a phone people come first. */}
      {phone && summary}
      {selected.size > 0 && (
        <BulkBar event={event} selected={selected} guests={rows} onDone={() => setSelected(new Set())} />
      )}
    </div>
  );
}

/** `51–100 of 3,200`. A search is counted up to a limit. */
function rangeLine(pagesBefore: number, rows: number, count: number): string {
  const before = pagesBefore * GUEST_PAGE;
  const total = Math.max(count, before + rows).toLocaleString('en');
  return `${before + 1}–${before + rows} of ${count === GUEST_COUNT ? `${total} or more` : total}`;
}

function NoGuests({ shown }: { shown: Shown }) {
  if (shown.search !== '')
    return (
      <EmptyState art="stools" title="No guests found">
        No name, address, answer or code matches “{shown.search}”.
      </EmptyState>
    );
  return (
    <EmptyState art="stools" title={shown.status === 'all' ? 'No guests yet' : 'No guests'}>
      {shown.status === 'all'
        ? 'People who register will appear here. You can also add someone yourself.'
        : 'No one has this status right now.'}
    </EmptyState>
  );
}

function WhatIsInIt({ count }: { count: number }) {
  const who = count === 1 ? 'the person' : `the ${count}${count === GUEST_COUNT ? ' or more' : ''} people`;
  return (
    <>
      You will get a CSV file of {who} shown here, with names, email addresses, roles, statuses, tickets, registration
      and check-in times, and all answers. It contains personal data: keep it safe, share it only with people who need
      it, and delete it when you are done.
    </>
  );
}
