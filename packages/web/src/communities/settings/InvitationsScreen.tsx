import { listInviteCodes, revokeInviteCode } from '@folkmoot/contract/communities/api.ts';
import { canUseInvite, inviteLink } from '@folkmoot/contract/communities/rules.ts';
import { type InviteCodeView, refusals } from '@folkmoot/contract/communities/schema.ts';
import { COPIED } from '@folkmoot/contract/core/client.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { longDate, timeAgo } from '../../ui/format-date.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { useCopyToClipboard } from '../../ui/sharing/useCopyToClipboard.ts';
import { useInviteExtras } from '../joining/useInviteExtras.ts';
import { useCommunity } from '../queries.ts';

const CreateInviteDialog = lazyPart(() => import('./CreateInviteDialog.tsx'), 'CreateInviteDialog');

/** Invitations to a community: those by email, and every link, each with its state. */
export function InvitationsScreen() {
  const community = useCommunity();
  const show = useShowDialog();
  const extras = useInviteExtras();
  const byEmail = useId();
  const codes = useInfiniteQuery(apiInfiniteQuery(listInviteCodes, { serverId: community.id }));
  const all = codes.data?.pages.flatMap((page) => page.data) ?? [];
  usePageTitle('Invitations', community.name);
  return (
    <div className={css.narrow}>
      {extras && (
        <section aria-labelledby={byEmail}>
          <h2 id={byEmail} className={css.heading}>
            By email
          </h2>
          <extras.SentByEmail community={community} />
        </section>
      )}
      {extras && <h2 className={css.heading}>Links</h2>}
      <div className={css.end}>
        <Button
          leftSection={<IconPlus size={17} />}
          onClick={() => show(<CreateInviteDialog serverId={community.id} />)}
        >
          New invitation link
        </Button>
      </div>
      {codes.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={4} />
        </LoadingFallback>
      )}
      {codes.isError && <ErrorState error={codes.error} again={codes.refetch} />}
      {codes.data && all.length === 0 && (
        <EmptyState art="door" title="No invitation links yet">
          Create a link that people can join with. You can choose when it expires and how often it can be used.
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul className={css.card}>
          {all.map((code) => (
            <CodeRow key={code.id} code={code} serverId={community.id} />
          ))}
        </ul>
      )}
      {codes.hasNextPage && (
        <Button variant="default" loading={codes.isFetchingNextPage} onClick={() => void loadMore(codes)}>
          Show more
        </Button>
      )}
    </div>
  );
}

const STATES: Record<string, string> = {
  [refusals.inviteRevoked.code]: 'Revoked',
  [refusals.inviteExpired.code]: 'Expired',
  [refusals.inviteUsedUp.code]: 'Used up',
};

const times = (count: number) => (count === 1 ? '1 time' : `${count.toLocaleString()} times`);

function CodeRow({ code, serverId }: { code: InviteCodeView; serverId: string }) {
  const confirm = useConfirm();
  const { copied, copy } = useCopyToClipboard(COPIED.inviteLink);
  const revoke = useApiMutation(revokeInviteCode, {
    failed: 'Could not revoke the invitation.',
    onDone: () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listInviteCodes) }),
  });
  const usable = canUseInvite(
    { ...code, expiresAt: date(code.expiresAt), revokedAt: date(code.revokedAt) },
    new Date(),
  );
  const unlimited = code.uses === 0 ? 'not used yet' : `used ${times(code.uses)}`;
  const uses = code.maxUses === null ? unlimited : `used ${code.uses} of ${times(code.maxUses)}`;
  const until = code.expiresAt === null ? 'never expires' : `valid until ${longDate(code.expiresAt)}`;
  const by = code.createdBy ? `by ${code.createdBy.firstName} ${code.createdBy.lastName}, ` : '';
  return (
    <li className={css.row}>
      <div className={css.grow}>
        <b>
          <code>{code.inviteCode}</code>
        </b>
        <small>{`Created ${by}${timeAgo(code.createdAt)}, ${until}, ${uses}`}</small>
      </div>
      {usable.ok ? (
        <>
          <span className={css.pill} data-tone="ok">
            Valid
          </span>
          <IconButton
            label={copied ? 'Copied' : 'Copy link'}
            size="xs"
            onClick={() => void copy(inviteLink(location.origin, code.inviteCode))}
          >
            {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </IconButton>
          <IconButton
            label="Revoke invitation"
            size="xs"
            onClick={() =>
              confirm({
                title: 'Revoke this invitation?',
                body: 'Its link stops working right away. People who joined with it stay members.',
                verb: 'Revoke',
                busyVerb: 'Revoking',
                danger: true,
                run: () => revoke.mutateAsync({ serverId, inviteCodeId: code.id }),
              })
            }
          >
            <IconTrash size={18} />
          </IconButton>
        </>
      ) : (
        <span className={css.pill} data-tone={usable.refusal.code === refusals.inviteRevoked.code ? 'bad' : 'warn'}>
          {STATES[usable.refusal.code]}
        </span>
      )}
    </li>
  );
}

function date(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
