import { listCodeGuests, removeCodeGuests } from '@folkmoot/contract/qna/hosting-api.ts';
import { TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { type CodeGuest, QNA_PAGE, type WhichGuests } from '@folkmoot/contract/qna/schema.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { refreshQna } from '../live/queries.ts';
import { commentsOf, counted, votesOf } from '../words.ts';
import css from './dialogs.module.css';

const WHAT_STAYS = 'Whoever is removed loses their votes. What they asked and wrote stays, without a name.';

/** Who came by the code, and the way out for them. */
export function CodeGuestsDialog({ eventId }: { eventId: string }) {
  const confirm = useConfirm();
  const [page, setPage] = useState(1);
  const guests = useQuery({ ...apiQuery(listCodeGuests, { eventId, page }), placeholderData: keepPreviousData });
  const refresh = () => {
    setPage(1);
    void guests.refetch();
    refreshQna(eventId);
  };
  const removal = useApiMutation(removeCodeGuests, { failed: 'Could not remove them.', onDone: refresh });
  const { items = [], count = 0, quiet = 0 } = guests.data ?? {};
  const pages = Math.max(1, Math.ceil(count / QNA_PAGE));
  const askFirst = (which: WhichGuests, many: number) =>
    confirm({
      title: `Remove ${counted(many, 'person').replace('persons', 'people')}?`,
      body:
        which === 'quiet'
          ? 'They have not asked under their name, voted, commented or reacted. They can come again with the code.'
          : `${WHAT_STAYS} They can come again with the code: close and open Q&A to get a new one.`,
      verb: 'Remove',
      busyVerb: 'Removing',
      danger: true,
      run: () =>
        call(removeCodeGuests, { eventId, which }).then(
          ({ message }) => {
            toast.done(message);
            refresh();
          },
          (error: unknown) => {
            toast.failed(error, { fallback: 'Could not remove them.' });
            throw error;
          },
        ),
    });
  return (
    <Dialog
      title="Who came by the code"
      width={520}
      {...(count > 0 && {
        footer: (
          <>
            {quiet > 0 && (
              <Button variant="default" onClick={() => askFirst('quiet', quiet)}>
                Remove {quiet.toLocaleString()} who have done nothing
              </Button>
            )}
            <Button variant="subtle" color="madder" onClick={() => askFirst('all', count)}>
              Remove all
            </Button>
          </>
        ),
      })}
    >
      {guests.isPending && (
        <LoadingFallback label="Loading people">
          <SkeletonRows rows={4} />
        </LoadingFallback>
      )}
      {guests.isError && !guests.data && (
        <ErrorState error={guests.error} again={guests.refetch} fallback={TOASTS.fetchFailed} level={3} />
      )}
      {guests.data && count === 0 && <EmptyState art="stools" title="Nobody has come by the code yet" level={3} />}
      {count > 0 && <p>{WHAT_STAYS}</p>}
      <ul className={css.list} aria-label="People who came by the code">
        {items.map((guest) => (
          <li key={guest._id}>
            <div className={css.who}>
              <b dir="auto">{guest.name}</b>
              <span>{doneBy(guest)}</span>
            </div>
            <Button
              variant="default"
              size="xs"
              loading={removal.isPending && removal.variables.guestId === guest._id}
              onClick={() => removal.mutate({ eventId, guestId: guest._id })}
            >
              Remove <VisuallyHidden>{guest.name}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className={css.pages}>
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span>
            {page.toLocaleString()} of {pages.toLocaleString()}
          </span>
          <Button variant="default" size="xs" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function doneBy({ questions, votes, comments }: CodeGuest): string {
  const done = [
    questions > 0 && counted(questions, 'question'),
    votes > 0 && votesOf(votes),
    comments > 0 && commentsOf(comments),
  ].filter((part) => part !== false);
  return done.length > 0 ? done.join(', ') : 'Nothing yet';
}
