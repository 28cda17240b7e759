import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { PresentAvatar } from '../../ui/identity/PresentAvatar.tsx';
import css from './panel.module.css';

const ProfileDialog = lazyPart(() => import('../../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

/** A member in a channel's panel, who leads to their card. */
export function ChannelPerson({ person, serverId }: { person: MemberView; serverId: string }) {
  const show = useShowDialog();
  return (
    <li>
      <button
        type="button"
        className={css.person}
        onClick={() => show(<ProfileDialog userId={person.id} serverId={serverId} />)}
      >
        <PresentAvatar userId={person.id} person={person} size={32} />
        <span className={css.name} dir="auto">
          {fullName(person)}
        </span>
        {person.roleType !== 'MEMBER' && <small>{person.roleName}</small>}
      </button>
    </li>
  );
}
