import { endTimeout, listMembers } from '@folkmoot/contract/communities/api.ts';
import { canActOn } from '@folkmoot/contract/communities/rules.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { Button } from '@mantine/core';
import { IconBan, IconClockPause, IconUserMinus } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { fullDate } from '../../ui/format-date.ts';
import { useViewer } from '../queries.ts';
import css from './profile.module.css';
import { useRemoval } from './useRemoval.ts';

const BanDialog = lazyPart(() => import('./BanDialog.tsx'), 'BanDialog');
const TimeoutDialog = lazyPart(() => import('./TimeoutDialog.tsx'), 'TimeoutDialog');

/** On a member's card, for people who may act on them: a time-out, removal and a ban, in order of weight. */
export function Moderation({ member, serverId }: { member: MemberView; serverId: string }) {
  const viewer = useViewer(serverId);
  const show = useShowDialog();
  const remove = useRemoval(member, serverId);
  const end = useApiMutation(endTimeout, {
    failed: 'Could not end the time-out.',
    onDone: () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) }),
  });
  if (!viewer?.permissions.includes('MANAGE_MEMBERS') || !canActOn(viewer, member).ok) return null;
  const until =
    member.timedOutUntil !== null && new Date(member.timedOutUntil) > new Date() ? member.timedOutUntil : null;
  return (
    <section aria-label="Moderation" className={css.moderation}>
      {until !== null && (
        <p className={css.timeout}>
          <b>Cannot write until {fullDate(until)}.</b> Can read, and can still come to events.
        </p>
      )}
      <div className={css.acts}>
        {until !== null && (
          <Button
            variant="default"
            size="sm"
            loading={end.isPending}
            onClick={() => end.mutate({ serverId, memberId: member.memberId })}
          >
            End time-out
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          leftSection={<IconClockPause size={17} />}
          onClick={() => show(<TimeoutDialog member={member} serverId={serverId} />)}
        >
          {until === null ? 'Time out' : 'Change'}
        </Button>
        <Button variant="default" size="sm" leftSection={<IconUserMinus size={17} />} onClick={remove}>
          Remove
        </Button>
        <Button
          color="madder"
          size="sm"
          leftSection={<IconBan size={17} />}
          onClick={() => show(<BanDialog member={member} serverId={serverId} />)}
        >
          Ban
        </Button>
      </div>
    </section>
  );
}
