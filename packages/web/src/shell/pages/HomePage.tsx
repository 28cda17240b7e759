import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { totalOf } from '@folkmoot/contract/conversations/counts-rules.ts';
import { IconFlag, IconPlus, IconSearch, IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { StartScreen } from '../../communities/home/StartScreen.tsx';
import { useRail } from '../../communities/queries.ts';
import { useUnreadCounts } from '../../conversations/unread/useUnreadCounts.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { Attention } from '../../events/hosts/Attention.tsx';
import { isKnown, thingsDue, useAttention } from '../../events/hosts/useAttention.ts';
import { NearEvents } from '../../events/lists/NearEvents.tsx';
import { NextEvents } from '../../events/lists/NextEvents.tsx';
import { unreadLabel } from '../../ui/identity/UnreadBadge.tsx';
import { DueRow } from '../../ui/layout/DueRow.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePalette } from '../PaletteHost.tsx';
import css from './home.module.css';

const MentionRows = lazyPart(() => import('../../inbox/MentionRows.tsx'), 'MentionRows');

/** The start page: for members with what later slices add to it. */
export function HomePage() {
  const session = useSession();
  const attention = useAttention();
  const rail = useRail().data?.data;
  const counts = useUnreadCounts();
  const { things, money } = thingsDue(attention);
  if (session.status !== 'signedIn') return <StartScreen />;
  return (
    <StartScreen
      bar={<Bar />}
      {...(isKnown(attention) && rail && counts
        ? { due: things + rail.flatMap(waitingRows).length, unread: totalOf(counts, new Date()).unread > 0 }
        : {})}
      money={money}
      needs={<NeedsYou />}
      near={<NearEvents />}
      next={<NextEvents />}
    />
  );
}

/** What I have to answer or read, whatever part of the product it is from. */
function NeedsYou() {
  const communities = useRail().data?.data ?? [];
  const mentioned = communities.some(({ mentions }) => mentions > 0);
  return (
    <Attention
      invitations
      heading="Needs you"
      people={communities.flatMap(waitingRows)}
      after={
        mentioned
          ? [
              <Suspense key="mentions" fallback={null}>
                <MentionRows />
              </Suspense>,
            ]
          : []
      }
    />
  );
}

/** What moderators of a community have to answer. */
function waitingRows({ id, slug, name, requests, reports }: RailView): ReactNode[] {
  const rows: ReactNode[] = [];
  if (reports > 0)
    rows.push(
      <DueRow
        key={`${id}reports`}
        to={`/${slug}/settings/reports`}
        icon={<IconFlag size={20} />}
        tone="danger"
        action="Review"
        title={reports === 1 ? '1 report to review' : `${unreadLabel(reports)} reports to review`}
        text={name}
      />,
    );
  if (requests > 0)
    rows.push(
      <DueRow
        key={`${id}requests`}
        to={`/${slug}/members`}
        search={{ tab: 'requests' }}
        icon={<IconUserPlus size={20} />}
        action="Review"
        title={requests === 1 ? '1 person asked to join' : `${unreadLabel(requests)} people asked to join`}
        text={name}
      />,
    );
  return rows;
}

/** Searching and creating from the start page. On phones both have a tab of their own. */
function Bar() {
  const palette = usePalette();
  return (
    <div className={css.bar}>
      <button type="button" className={css.find} onClick={palette.open}>
        <IconSearch size={18} aria-hidden />
        <span>Search people, channels, events and messages</span>
        <kbd className={css.kbd}>{/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <LinkButton to="/events/create" leftSection={<IconPlus size={17} aria-hidden />}>
        Create event
      </LinkButton>
    </div>
  );
}
