import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from '../page/event.module.css';
import { useOpenedByLink } from '../page/useOpenedByLink.ts';

const ProfileDialog = lazyPart(() => import('../../communities/members/ProfileDialog.tsx'), 'ProfileDialog');
const ContactHostsDialog = lazyPart(() => import('./ContactHostsDialog.tsx'), 'ContactHostsDialog');

type Props = { event: EventView; token: string | undefined };

/** The hosts and featured guests, and a way to write to the hosts. */
export function Hosts({ event, token }: Props) {
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
      {event.status !== 'draft' && !event.viewer.manages && <Contact event={event} token={token} />}
    </section>
  );
}

/** People who are signed out and not on the list sign in first, and come back to the dialog. */
function Contact({ event, token }: Props) {
  const show = useShowDialog();
  const isSignedIn = useSession().status === 'signedIn';
  const isKnown = isSignedIn || (token !== undefined && event.viewer.participationId !== null);
  const write = () => show(<ContactHostsDialog event={event} token={token} />);
  useOpenedByLink('contact', isKnown, write);
  const look = { className: css.quiet, fullWidth: true, mt: 'sm', leftSection: <IconMail size={18} aria-hidden /> };
  return isKnown ? (
    <Button {...look} onClick={write}>
      Contact the hosts
    </Button>
  ) : (
    <LinkButton to="/sign-in" search={{ next: `/${event.alias}#contact` }} {...look}>
      Sign in to contact the hosts
    </LinkButton>
  );
}
