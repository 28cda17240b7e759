import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import css from '../page/event.module.css';

const ProfileDialog = lazyPart(() => import('../../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

/** The hosts and featured guests. */
export function Hosts({ event }: { event: EventView }) {
  const show = useShowDialog();
  const session = useSession();
  if (event.hosts.length === 0) return null;
  return (
    <section className={css.panel} aria-labelledby="hosts">
      <h2 id="hosts">{event.hosts.some(({ role }) => role !== 'host') ? 'Hosts and featured guests' : 'Hosts'}</h2>
      <ul className={css.people}>
        {event.hosts.map((host) => (
          <li key={host.participationId}>
            <Avatar person={host} size={40} />
            {session.status === 'signedIn' ? (
              <button type="button" className={css.name} onClick={() => show(<ProfileDialog userId={host.id} />)}>
                <bdi>{fullName(host)}</bdi>
              </button>
            ) : (
              <b dir="auto">{fullName(host)}</b>
            )}
            <span className={css.pill}>{host.role === 'host' ? 'Host' : 'Featured'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
