import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { listInvitations, resendInvitations, revokeInvitations } from '@folkmoot/contract/invitations/api.ts';
import { isOpen } from '@folkmoot/contract/invitations/rules.ts';
import { type InvitationRow, type InvitationState, NAMED } from '@folkmoot/contract/invitations/schema.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery, useApiMutation } from '../../core/queries.ts';
import { refreshEvent } from '../../events/queries.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { InvitationTable } from './InvitationTable.tsx';
import { InviteButton } from './InviteButton.tsx';
import css from './invited.module.css';
import { Mailings } from './Mailings.tsx';
import { RemindButton } from './RemindButton.tsx';

const STATES: readonly { value: InvitationState | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'sent', label: 'Waiting for an answer' },
  { value: 'opened', label: 'Opened, no answer' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'declined', label: 'Declined' },
  { value: 'failed', label: 'Not delivered' },
  { value: 'queued', label: 'Not sent yet' },
  { value: 'revoked', label: 'Revoked' },
];

/** Invitations by email, for hosts: what is being sent, and what became of each. */
export function InvitedTab({ event }: { event: EventView }) {
  const eventId = event.id;
  const confirm = useConfirm();
  const phone = useMedia('phone');
  const [state, setState] = useState<InvitationState | 'all'>('all');
  const [search, setSearch] = useState('');
  const invitations = useInfiniteQuery({
    ...apiInfiniteQuery(listInvitations, { eventId, search, ...(state !== 'all' && { state }) }),
    placeholderData: keepPreviousData,
  });
  const rows = invitations.data?.pages.flatMap(({ data }) => data) ?? [];
  const counts = invitations.data?.pages[0]?.counts;
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const resend = useApiMutation(resendInvitations, {
    failed: 'Could not send the invitation again.',
    onDone: () => refreshEvent(eventId),
  });
  const revoke = useApiMutation(revokeInvitations, {
    failed: 'Could not revoke the invitation.',
    onDone: () => refreshEvent(eventId),
  });
  const askToRevoke = (some: readonly InvitationRow[]) =>
    confirm({
      title: some.length === 1 ? 'Revoke this invitation?' : `Revoke ${some.length} invitations?`,
      body: 'The links in the emails stop working. Nobody is told. You can invite the same people again.',
      verb: 'Revoke',
      busyVerb: 'Revoking',
      danger: true,
      run: async () => {
        for (const ids of parts(some.filter((one) => isOpen(one.state)))) await revoke.mutateAsync({ eventId, ids });
      },
    });
  return (
    <div className={css.tab}>
      {phone && rows.length > 0 && (
        <div className={css.invite}>
          <InviteButton event={event} />
        </div>
      )}
      <Mailings eventId={eventId} />
      <RemindButton event={event} />
      <section className={css.sheet} aria-label="Invitations">
        <div className={css.bar}>
          <SearchInput
            className={css.search}
            variant="quiet"
            size="sm"
            aria-label="Search invitations"
            placeholder="Search name or email"
            value={search}
            onSearch={setSearch}
          />
          <div className={css.states}>
            <SegmentedControl
              size="sm"
              aria-label="State"
              value={state}
              onChange={(next) => setState(next as typeof state)}
              data={STATES.filter(
                ({ value }) => value === 'all' || value === state || value === 'sent' || (counts?.[value] ?? 0) > 0,
              ).map(({ value, label }) => ({
                value,
                label: (
                  <>
                    {label}{' '}
                    <span className={css.count}>
                      {(value === 'all' ? total : counts?.[value])?.toLocaleString('en')}
                    </span>
                  </>
                ),
              }))}
            />
          </div>
        </div>
        {(counts?.opened ?? 0) > 0 && (
          <p className={css.hint}>
            “Opened” is a hint at most: some mail programs load pictures by themselves, and others never do.
          </p>
        )}
        {invitations.isPending && (
          <LoadingFallback label="Loading invitations">
            <SkeletonRows rows={6} />
          </LoadingFallback>
        )}
        {invitations.isError && <ErrorState error={invitations.error} again={invitations.refetch} />}
        {invitations.data && rows.length === 0 && <Nobody event={event} searched={search !== '' || state !== 'all'} />}
        {rows.length > 0 && (
          <InvitationTable
            key={`${state} ${search}`}
            rows={rows}
            isOpenEvent={event.status === 'published'}
            onResend={(some) => {
              for (const ids of parts(some)) resend.mutate({ eventId, id: uuid(), ids });
            }}
            onRevoke={askToRevoke}
          />
        )}
        {invitations.hasNextPage && (
          <div className={css.more}>
            <Button
              variant="subtle"
              size="sm"
              loading={invitations.isFetchingNextPage}
              onClick={() => void loadMore(invitations)}
            >
              Show more
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}

/** The ids of invitations, as many at a time as one call may name. */
function parts(some: readonly InvitationRow[]): string[][] {
  const ids = some.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / NAMED) }, (_, at) => ids.slice(at * NAMED, (at + 1) * NAMED));
}

function Nobody({ event, searched }: { event: EventView; searched: boolean }): ReactNode {
  if (searched)
    return (
      <EmptyState art="stools" title="No invitations found">
        No invitation matches what you are looking for.
      </EmptyState>
    );
  return (
    <EmptyState art="stools" title="Nobody has been invited by email yet" action={<InviteButton event={event} />}>
      Invite people by their addresses, from a group, a past event or a CSV file, and see here who has answered.
    </EmptyState>
  );
}
