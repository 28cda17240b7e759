import { IconCalendarHeart, IconKey, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DueRow } from '../../ui/layout/DueRow.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import css from '../lists/lists.module.css';
import { useAttention } from './useAttention.ts';

type Props = {
  invitations?: boolean;
  heading?: string;
  /** Rows of other slices, shown before and after those of events. */
  before?: readonly ReactNode[];
  after?: readonly ReactNode[];
};

const ICON = 20;

/** What waits for me at the events I host, each with a link to where I answer; and, if requested, my invitations. */
export function Attention({ invitations = false, heading, before = [], after = [] }: Props) {
  const waiting = useAttention();
  const rows: ReactNode[] = [...before];
  if (invitations && waiting.invitations > 0)
    rows.push(
      <DueRow
        key="invitations"
        to="/events"
        search={{ tab: 'invitations' }}
        icon={<IconCalendarHeart size={ICON} />}
        tone="info"
        action="Answer"
        title={waiting.invitations === 1 ? 'You have an invitation' : `You have ${waiting.invitations} invitations`}
        text="To host an event, or to attend one"
      />,
    );
  for (const { eventId, alias, name, requests, access, registered } of waiting.data) {
    const manage = { to: `/events/manage/${alias}`, text: name };
    if (requests > 0)
      rows.push(
        <DueRow
          key={`${eventId}requests`}
          {...manage}
          search={{ tab: 'guests', status: 'requested' }}
          icon={<IconUserCheck size={ICON} />}
          action="Review"
          title={requests === 1 ? '1 person asked to join' : `${requests} people asked to join`}
        />,
      );
    if (access > 0)
      rows.push(
        <DueRow
          key={`${eventId}access`}
          {...manage}
          search={{ tab: 'info' }}
          hash="section-access"
          icon={<IconKey size={ICON} />}
          action="Review"
          title={access === 1 ? '1 person asked for access' : `${access} people asked for access`}
        />,
      );
    if (registered > 0)
      rows.push(
        <DueRow
          key={`${eventId}registered`}
          {...manage}
          search={{ tab: 'guests' }}
          icon={<IconUserPlus size={ICON} />}
          tone="info"
          action="See guests"
          title={registered === 1 ? '1 person has registered' : `${registered} people have registered`}
        />,
      );
  }
  rows.push(...after);
  if (rows.length === 0) return null;
  return (
    <section className={css.section} aria-label={heading ?? 'Waiting for you'}>
      {heading && <SectionHeader id="attention" title={heading} />}
      <ul className={css.card}>{rows}</ul>
    </section>
  );
}
