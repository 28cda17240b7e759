import { getInstallation } from '@folkmoot/contract/accounts/api.ts';
import { getInvite } from '@folkmoot/contract/communities/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { coverOf } from '../communities/cover.ts';
import { InvitedCard } from '../communities/InvitedCard.tsx';
import { inviteCodeIn } from '../core/paths.ts';
import { queryOf } from '../core/queries.ts';
import { Faces } from '../ui/Face.tsx';
import { PlainLink } from '../ui/links.tsx';
import { Brand } from '../ui/Mark.tsx';
import css from './auth.module.css';

/** Around the sign-in pages: the form at the left, a picture at the right. An invitation says first who invited. */
export function AuthLayout() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { next } = useSearch({ strict: false });
  const inviteCode = inviteCodeIn(next);
  const installation = useQuery(queryOf(getInstallation, {}));
  const invite = useQuery({
    ...queryOf(getInvite, { inviteCode: inviteCode ?? '' }),
    enabled: inviteCode !== undefined,
  });
  const community = invite.data?.community;
  const signUp = path === '/sign-up';
  return (
    <div className={css.auth}>
      <main className={css.side}>
        <PlainLink to="/" className={css.brand} aria-label="Folkmoot, start page">
          <Brand />
        </PlainLink>
        <div className={css.box}>
          {invite.data && <InvitedCard invite={invite.data} />}
          <Outlet />
        </div>
        <p className={css.foot}>Hosted by {location.host}</p>
      </main>
      <aside className={css.art} data-art={community ? 'own' : signUp ? 'dye' : 'midsummer'}>
        <img
          src={community ? coverOf(community) : signUp ? '/art/covers/dye.webp' : '/art/covers/midsummer.webp'}
          alt=""
          fetchPriority="low"
        />
        <div className={css.caption}>
          <p className={css.headline} dir="auto">
            {community?.name ?? (signUp ? 'Make something with the neighbours' : 'Where your people gather')}
          </p>
          <p className={css.lead} dir="auto">
            {community?.description || 'Channels, events and a proper question time, on a server you own.'}
          </p>
          {community && community.faces.length > 0 ? (
            <p className={css.people}>
              <Faces people={community.faces.slice(0, 5)} ring="var(--art-base)" />
              <span>{community.memberCount.toLocaleString()} already here</span>
            </p>
          ) : (
            (installation.data?.people ?? 0) > 1 && (
              <p className={css.people}>{installation.data?.people.toLocaleString()} people are already here</p>
            )
          )}
        </div>
      </aside>
    </div>
  );
}
