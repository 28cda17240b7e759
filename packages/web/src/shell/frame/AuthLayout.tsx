import { getInstallation } from '@folkmoot/contract/accounts/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { communityOfIntent } from '../../communities/intent.ts';
import { lazyPart } from '../../core/lazy.ts';
import { inviteCodeIn } from '../../core/paths.ts';
import { apiQuery } from '../../core/queries.ts';
import { Wordmark } from '../../ui/identity/Logo.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import css from './auth.module.css';
import '../../styles/forms.css';

const InvitedCard = lazyPart(() => import('../../communities/joining/Invited.tsx'), 'InvitedCard');
const JoiningCard = lazyPart(() => import('../../communities/joining/Invited.tsx'), 'JoiningCard');
const InvitedArt = lazyPart(() => import('../../communities/joining/Invited.tsx'), 'InvitedArt');

/** The frame of the sign-in pages: the form on the left, a picture on the right. An invitation says who invited. */
export function AuthLayout() {
  const signUp = useLocation({ select: ({ pathname }) => pathname === '/sign-up' });
  const { next } = useSearch({ strict: false });
  const inviteCode = inviteCodeIn(next);
  // With a return address the page is not drawn by the server, which cannot know.
  const hydrated = useHydrated();
  const joining = next !== undefined && hydrated ? communityOfIntent() : undefined;
  return (
    <div className={css.auth}>
      <main className={css.side}>
        <PlainLink to="/" className={css.brand} aria-label="Folkmoot, home page">
          <Wordmark />
        </PlainLink>
        <div className={css.box}>
          {inviteCode && (
            <Suspense fallback={null}>
              <InvitedCard inviteCode={inviteCode} />
            </Suspense>
          )}
          {!inviteCode && joining && (
            <Suspense fallback={null}>
              <JoiningCard community={joining} />
            </Suspense>
          )}
          <Outlet />
        </div>
        <LocalText as="p" className={css.foot}>{`Hosted by ${location.host}`}</LocalText>
      </main>
      {inviteCode ? (
        <Suspense fallback={<Art signUp={signUp} />}>
          <InvitedArt inviteCode={inviteCode} classes={css} fallback={<Art signUp={signUp} />} />
        </Suspense>
      ) : (
        <Art signUp={signUp} />
      )}
    </div>
  );
}

function Art({ signUp }: { signUp: boolean }) {
  const people = useQuery(apiQuery(getInstallation, {})).data?.people ?? 0;
  return (
    <aside className={css.art} data-art={signUp ? 'dye' : 'midsummer'}>
      <img src={`/art/covers/${signUp ? 'dye' : 'midsummer'}.webp`} alt="" fetchPriority="low" />
      <div className={css.caption}>
        <p className={css.headline}>{signUp ? 'Make something with the neighbours' : 'Where your people gather'}</p>
        <p className={css.lead}>Chat, channels and events, on a server you own.</p>
        {people > 1 && (
          <LocalText as="p" className={css.people}>{`${people.toLocaleString()} people are already here`}</LocalText>
        )}
      </div>
    </aside>
  );
}
