import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useMe, useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { CardSkeletons } from '../featured/CommunityCards.tsx';
import { Featured } from '../featured/Featured.tsx';
import { useFeatured } from '../featured/useFeatured.ts';
import { LandingScreen } from '../joining/LandingScreen.tsx';
import { useRail } from '../queries.ts';
import css from './start.module.css';

const CreateCommunityDialog = lazyPart(() => import('./CreateCommunityDialog.tsx'), 'CreateCommunityDialog');

/** The start page: for members their communities, for visitors what there is to discover. */
export function StartScreen(parts: Sections) {
  const session = useSession();
  return session.status === 'signedIn' ? <MyStart {...parts} /> : <LandingScreen />;
}

/** What later slices show to members, and how many things wait for them. */
type Sections = {
  /** Above the title. */
  bar?: ReactNode;
  needs?: ReactNode;
  near?: ReactNode;
  /** Above the communities. */
  next?: ReactNode;
  /** None while it is not known. */
  due?: number;
  /** Whether there is something new to read. */
  unread?: boolean;
  /** How many of these are about money. */
  money?: number;
};

function MyStart({ bar, needs, near, next, due, unread = false, money = 0 }: Sections) {
  const me = useMe();
  const rail = useRail();
  const show = useShowDialog();
  usePageTitle('Home');
  const mine = rail.data?.data ?? [];
  const newcomer = rail.data !== undefined && mine.length === 0;
  const featured = useFeatured(newcomer);
  return (
    <div className={css.scroll}>
      <div className={css.page}>
        {bar}
        <header className={css.head}>
          <h1 dir="auto">{me ? `${greeting(new Date().getHours())}, ${me.user.firstName}` : '\u00a0'}</h1>
          <p>{summary(mine, { due, unread, money })}</p>
        </header>
        {featured.isLoading && <CardSkeletons />}
        {newcomer && <Featured featured={featured} title="Featured communities" />}
        {/* Nothing is shown that what is above it would push down. */}
        <div className={css.parts} hidden={featured.isLoading}>
          <div className={css.wide}>
            {needs}
            {near}
          </div>
          <div className={css.own}>
            {next}
            <section aria-labelledby="mine">
              <SectionHeader id="mine" title="Your communities">
                <PlainLink to="/discover">Discover more</PlainLink>
              </SectionHeader>
              {rail.isPending && (
                <LoadingFallback>
                  <SkeletonRows rows={4} size={44} />
                </LoadingFallback>
              )}
              {rail.isError && <ErrorState error={rail.error} again={rail.refetch} level={3} />}
              {rail.data && mine.length === 0 && (
                <div className={css.card}>
                  <EmptyState
                    art="stools"
                    level={3}
                    title="No communities yet"
                    action={
                      <>
                        <LinkButton to="/discover" variant="default">
                          Discover communities
                        </LinkButton>
                        <Button leftSection={<IconPlus size={17} />} onClick={() => show(<CreateCommunityDialog />)}>
                          Start a community
                        </Button>
                      </>
                    }
                  >
                    Join one that is open, follow an invitation, or start your own.
                  </EmptyState>
                </div>
              )}
              {mine.length > 0 && (
                <ul className={css.card}>
                  {mine.map((community) => (
                    <li key={community.id}>
                      <CommunityRow community={community} />
                    </li>
                  ))}
                </ul>
              )}
              {mine.length > 0 && (
                <Button
                  mt="md"
                  variant="default"
                  leftSection={<IconPlus size={17} />}
                  onClick={() => show(<CreateCommunityDialog />)}
                >
                  Start a community
                </Button>
              )}
            </section>
          </div>
        </div>
      </div>
    </div>
  );
}

function CommunityRow({ community }: { community: RailView }) {
  const waits = community.requests + community.reports > 0;
  const news =
    community.unread === 0
      ? waits
        ? 'Something waits for your answer'
        : 'All caught up'
      : `${community.unread} ${community.unread === 1 ? 'channel has' : 'channels have'} something new`;
  return (
    <PlainLink to="/$alias" params={{ alias: community.slug }} className={css.row}>
      <CommunityAvatar community={community} size={44} />
      <span className={css.words}>
        <b dir="auto">{community.name}</b>
        <small>{news}</small>
      </span>
      {community.mentions > 0 ? (
        <UnreadBadge count={community.mentions} label="mention" />
      ) : (
        community.unread > 0 && <span className={css.dot} />
      )}
    </PlainLink>
  );
}

/** By the hour of the reader's own clock. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning';
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening';
}

function summary(
  mine: readonly RailView[],
  { due, unread, money }: { due: number | undefined; unread: boolean; money: number },
): string {
  const today = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(),
  );
  const mentions = mine.reduce((sum, { mentions }) => sum + mentions, 0);
  const mentioned = mentions > 0 ? ` You have ${mentions === 1 ? '1 mention' : `${mentions} mentions`}.` : '';
  if (due === undefined) return `${today}.${mentioned}`;
  if (due > 0)
    return `${today}.${mentioned} ${due === 1 ? '1 thing waits' : `${due} things wait`} for you${moneyIn(due, money)}.`;
  if (mentions > 0) return `${today}.${mentioned}`;
  return unread ? `${today}. You have something new to read.` : `${today}. Nothing is waiting for you.`;
}

/** How much of what waits is about money, as the end of a sentence. */
function moneyIn(due: number, money: number): string {
  if (money === 0) return '';
  if (due === money) return due === 1 ? ': it is about money' : ': they are about money';
  return `, ${money} of them about money`;
}
