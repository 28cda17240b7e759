import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import type { ReactNode } from 'react';
import { StartScreen } from '../../communities/home/StartScreen.tsx';
import { useRail } from '../../communities/queries.ts';
import { Attention, AttentionRow } from '../../events/hosts/Attention.tsx';
import { answersDue, useAttention } from '../../events/hosts/useAttention.ts';
import { NearEvents } from '../../events/lists/NearEvents.tsx';
import { NextEvents } from '../../events/lists/NextEvents.tsx';
import { unreadLabel } from '../../ui/identity/UnreadBadge.tsx';

/** What moderators of a community have to answer. */
function waitingRows({ id, slug, name, requests, reports }: RailView): ReactNode[] {
  const rows: ReactNode[] = [];
  if (reports > 0)
    rows.push(
      <AttentionRow key={`${id}reports`} to={`/${slug}/settings/reports`} search={{}}>
        <b>{reports === 1 ? '1 report to review' : `${unreadLabel(reports)} reports to review`}</b>
        <small dir="auto">{name}</small>
      </AttentionRow>,
    );
  if (requests > 0)
    rows.push(
      <AttentionRow key={`${id}requests`} to={`/${slug}/members`} search={{ tab: 'requests' }}>
        <b>{requests === 1 ? '1 person asked to join' : `${unreadLabel(requests)} people asked to join`}</b>
        <small dir="auto">{name}</small>
      </AttentionRow>,
    );
  return rows;
}

/** The start page, with what later slices add to it. */
export function HomePage() {
  const mine = useRail().data?.data ?? [];
  const due = answersDue(useAttention()) + mine.reduce((sum, { requests, reports }) => sum + requests + reports, 0);
  const first = (
    <>
      <Attention invitations heading="Needs your attention" before={mine.flatMap(waitingRows)} />
      <NextEvents />
    </>
  );
  return <StartScreen first={first} last={<NearEvents />} due={due} />;
}
