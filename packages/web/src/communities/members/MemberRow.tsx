import { changeMemberRole, listMembers } from '@folkmoot/contract/communities/api.ts';
import { canActOn, canGiveRole, ROLES } from '@folkmoot/contract/communities/rules.ts';
import type { MemberView, ViewerView } from '@folkmoot/contract/communities/schema.ts';
import type { RoleType } from '@folkmoot/contract/core/permissions.ts';
import { type Decision, refusals } from '@folkmoot/contract/core/problem.ts';
import { Menu } from '@mantine/core';
import { IconBan, IconClockPause, IconDots, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { longDate } from '../../ui/format-date.ts';
import { PresentAvatar } from '../../ui/identity/PresentAvatar.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { useMenuPress } from '../../ui/useLongPress.ts';
import css from './members.module.css';
import { useRemoval } from './useRemoval.ts';

const ProfileDialog = lazyPart(() => import('./ProfileDialog.tsx'), 'ProfileDialog');

const TimeoutDialog = lazyPart(() => import('./TimeoutDialog.tsx'), 'TimeoutDialog');
const BanDialog = lazyPart(() => import('./BanDialog.tsx'), 'BanDialog');

const GIVEN: readonly RoleType[] = ['ADMIN', 'MODERATOR', 'MEMBER'];

type Props = { member: MemberView; viewer: ViewerView | undefined; serverId: string };

/** One member: the card behind the name, and at the end the actions, or why they are not allowed. */
export function MemberRow({ member, viewer, serverId }: Props) {
  const show = useShowDialog();
  const press = useMenuPress();
  const name = `${member.firstName} ${member.lastName}`.trim();
  const manages = viewer?.permissions.some((held) => held === 'MANAGE_ROLES' || held === 'MANAGE_MEMBERS') ?? false;
  return (
    <li className={css.row} {...press}>
      <button
        type="button"
        className={css.person}
        onClick={() => show(<ProfileDialog userId={member.id} serverId={serverId} />)}
      >
        <PresentAvatar userId={member.id} person={member} size={40} />
        <span className={css.words}>
          <b dir="auto">{name}</b>
          <small>@{member.username}</small>
        </span>
      </button>
      {member.roleType !== 'MEMBER' && (
        <span className={css.roleTag} data-tone={member.roleType === 'CREATOR' ? 'gold' : undefined}>
          {member.roleName}
        </span>
      )}
      {member.timedOutUntil !== null && new Date(member.timedOutUntil) > new Date() && (
        <span className={css.roleTag} data-tone="gold">
          Timed out
        </span>
      )}
      <span className={css.since}>Joined {longDate(member.joinedAt)}</span>
      {manages && viewer && <Actions member={member} viewer={viewer} serverId={serverId} name={name} />}
    </li>
  );
}

function Actions({
  member,
  viewer,
  serverId,
  name,
}: {
  member: MemberView;
  viewer: ViewerView;
  serverId: string;
  name: string;
}) {
  const show = useShowDialog();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) });
  const give = useApiMutation(changeMemberRole, { failed: 'Could not change the role.', onDone: refresh });
  const remove = useRemoval(member, serverId);
  const mayRemove = viewer.permissions.includes('MANAGE_MEMBERS')
    ? canActOn(viewer, member)
    : ({ ok: false, refusal: refusals.forbidden } as const);
  return (
    <ActionMenu width={264}>
      <Menu.Target>
        <IconButton label={`Manage ${name}`} size="xs">
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {viewer.permissions.includes('MANAGE_ROLES') && (
          <>
            <Menu.Label>Role</Menu.Label>
            {GIVEN.filter((role) => role !== member.roleType).map((role) => (
              <Decided
                key={role}
                decision={canGiveRole(viewer, member, role)}
                icon={<IconUserShield size={18} />}
                onClick={() => give.mutate({ serverId, memberId: member.memberId, roleType: role })}
              >
                {`${ROLES[role].rank > ROLES[member.roleType].rank ? 'Promote' : 'Demote'} to ${ROLES[role].name.toLowerCase()}`}
              </Decided>
            ))}
            <Menu.Divider />
          </>
        )}
        <Decided
          decision={mayRemove}
          icon={<IconClockPause size={18} />}
          onClick={() => show(<TimeoutDialog member={member} serverId={serverId} />)}
        >
          Time out
        </Decided>
        <Decided danger decision={mayRemove} icon={<IconUserMinus size={18} />} onClick={remove}>
          Remove from community
        </Decided>
        <Decided
          danger
          decision={mayRemove}
          icon={<IconBan size={18} />}
          onClick={() => show(<BanDialog member={member} serverId={serverId} />)}
        >
          Ban from community
        </Decided>
      </Menu.Dropdown>
    </ActionMenu>
  );
}

type DecidedProps = {
  decision: Decision;
  icon: React.ReactNode;
  danger?: boolean;
  onClick: () => void;
  children: string;
};

/** An entry that is there even when it may not be used, and says why under itself. */
function Decided({ decision, icon, danger = false, onClick, children }: DecidedProps) {
  return (
    <Menu.Item
      leftSection={icon}
      disabled={!decision.ok}
      onClick={onClick}
      {...(danger && decision.ok ? { 'data-danger': true } : {})}
    >
      {children}
      {!decision.ok && <span className={css.reason}>{decision.refusal.message}</span>}
    </Menu.Item>
  );
}
