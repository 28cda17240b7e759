import {
  listCommunityMailings,
  listEmailInvitations,
  resendEmailInvitations,
  resumeCommunityMailing,
  revokeEmailInvitations,
  withdrawCommunityMailing,
} from '@folkmoot/contract/invitations/community-api.ts';
import type { EmailInvitationRow, EmailInvitationState } from '@folkmoot/contract/invitations/community-schema.ts';
import { Button } from '@mantine/core';
import { IconMailForward, IconMailX } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery, apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import guests from '../../registrations/guests/guests.module.css';
import { registeredWhen } from '../../registrations/labels.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import css from '../invited/invited.module.css';
import { lookAgain, MailingList } from '../invited/MailingList.tsx';
import list from './invite-by-email.module.css';
import { refreshEmailInvitations } from './queries.ts';

const WORDS: Readonly<Record<EmailInvitationState, { word: string; colour: string }>> = {
  queued: { word: 'Not sent yet', colour: 'weld' },
  sent: { word: 'Invited', colour: 'woad' },
  failed: { word: 'Not delivered', colour: 'madder' },
  joined: { word: 'Joined', colour: 'lincoln' },
  revoked: { word: 'Revoked', colour: 'slate' },
};

type Props = { community: { id: string; name: string } };

/** Who was invited to a community by email: those whom you invited, or everybody for people who manage members. */
export function EmailInvitations({ community }: Props) {
  const serverId = community.id;
  const [search, setSearch] = useState('');
  const invitations = useInfiniteQuery({
    ...apiInfiniteQuery(listEmailInvitations, { serverId, search }),
    placeholderData: keepPreviousData,
  });
  const rows = invitations.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className={list.list}>
      <CommunityMailings serverId={serverId} />
      {(rows.length > 0 || search !== '') && (
        <SearchInput
          variant="quiet"
          size="sm"
          aria-label="Search invitations"
          placeholder="Search email"
          value={search}
          onSearch={setSearch}
        />
      )}
      {invitations.isPending && (
        <LoadingFallback label="Loading invitations">
          <SkeletonRows rows={4} />
        </LoadingFallback>
      )}
      {invitations.isError && <ErrorState error={invitations.error} again={invitations.refetch} level={3} />}
      {invitations.data && rows.length === 0 && (
        <EmptyState
          art="stools"
          level={3}
          title={search === '' ? 'No invitations by email yet' : 'No invitations found'}
        >
          {search === ''
            ? 'People you invite by email appear here, with who has joined.'
            : 'No invitation matches what you are looking for.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={list.rows} aria-label="Invitations">
          {rows.map((row) => (
            <Row key={row.id} row={row} serverId={serverId} />
          ))}
        </ul>
      )}
      {invitations.hasNextPage && (
        <Button
          variant="subtle"
          size="sm"
          loading={invitations.isFetchingNextPage}
          onClick={() => void loadMore(invitations)}
        >
          Show more
        </Button>
      )}
    </div>
  );
}

function CommunityMailings({ serverId }: { serverId: string }) {
  const mailings = useQuery({ ...apiQuery(listCommunityMailings, { serverId }), refetchInterval: lookAgain });
  const onDone = () => refreshEmailInvitations(serverId);
  // Letters have left since the list was asked for.
  const left = mailings.data?.data.map(({ state, counts }) => `${state} ${counts.sent} ${counts.failed}`).join();
  const known = useRef(left);
  useEffect(() => {
    if (known.current !== undefined && known.current !== left)
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listEmailInvitations) });
    known.current = left;
  }, [left]);
  const withdraw = useApiMutation(withdrawCommunityMailing, { failed: 'Could not stop sending.', onDone });
  const resume = useApiMutation(resumeCommunityMailing, { failed: 'Could not resume.', onDone });
  return (
    <MailingList
      mailings={mailings.data?.data ?? []}
      sender="The person who sent it may no longer invite people to this community."
      withdraw={{
        busy: withdraw.isPending ? withdraw.variables.mailingId : undefined,
        run: (mailingId) => withdraw.mutateAsync({ serverId, mailingId }),
      }}
      resume={{
        busy: resume.isPending ? resume.variables.mailingId : undefined,
        run: (mailingId) => resume.mutateAsync({ serverId, mailingId }),
      }}
    />
  );
}

function Row({ row, serverId }: { row: EmailInvitationRow; serverId: string }) {
  const confirm = useConfirm();
  const onDone = () => refreshEmailInvitations(serverId);
  const resend = useApiMutation(resendEmailInvitations, { failed: 'Could not send the invitation again.', onDone });
  const revoke = useApiMutation(revokeEmailInvitations, { failed: 'Could not revoke the invitation.', onDone });
  const { word, colour } = WORDS[row.state];
  const name = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`.trim();
  const about = [
    row.joinedAs && `joined as ${name(row.joinedAs)}`,
    row.joined_epoc === null && row.sent_epoc !== null && registeredWhen(row.sent_epoc),
    row.joined_epoc !== null && registeredWhen(row.joined_epoc),
    row.channels > 0 && (row.channels === 1 ? '1 channel' : `${row.channels} channels`),
    row.by && `by ${name(row.by)}`,
  ].filter((part) => typeof part === 'string');
  const isOpen = row.state === 'sent' || row.state === 'failed' || row.state === 'queued';
  return (
    <li>
      <span className={css.words}>
        <b>{row.email}</b>
        <small>
          <bdi>{about.join(' · ')}</bdi>
        </small>
        {row.smtp !== null && <small>{row.smtp}</small>}
      </span>
      <span className={guests.pill} data-colour={colour}>
        {word}
      </span>
      {(row.state === 'sent' || row.state === 'failed') && (
        <IconButton
          label={`Send again to ${row.email}`}
          color="gray"
          onClick={() => resend.mutate({ serverId, id: uuid(), ids: [row.id] })}
        >
          <IconMailForward size={18} />
        </IconButton>
      )}
      {isOpen && (
        <IconButton
          label={`Revoke the invitation of ${row.email}`}
          color="gray"
          onClick={() =>
            confirm({
              title: 'Revoke this invitation?',
              body: 'The link in the email stops working. Nobody is told. You can invite the same person again.',
              verb: 'Revoke',
              busyVerb: 'Revoking',
              danger: true,
              run: () => revoke.mutateAsync({ serverId, ids: [row.id] }),
            })
          }
        >
          <IconMailX size={18} />
        </IconButton>
      )}
    </li>
  );
}
