import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import css from './live-blocks.module.css';
import { usePageLive } from './usePageLive.ts';

const ProfileDialog = lazyPart(() => import('../../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

/** The people who joined last. People who are signed in can open their profiles. */
export function NewMembers() {
  const { newMembers } = usePageLive();
  const { status } = useSession();
  const show = useShowDialog();
  return (
    <ul className={css.people}>
      {newMembers.map((person) => {
        const face = (
          <>
            <Avatar person={person} size={40} />
            <span dir="auto">{`${person.firstName} ${person.lastName}`.trim()}</span>
          </>
        );
        return (
          <li key={person.id}>
            {status === 'signedIn' ? (
              <button type="button" className={css.person} onClick={() => show(<ProfileDialog userId={person.id} />)}>
                {face}
              </button>
            ) : (
              <span className={css.person}>{face}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
