import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PlainLink } from '../../ui/layout/links.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import css from '../lists/lists.module.css';
import { useAttention } from './useAttention.ts';

type Props = {
  invitations?: boolean;
  heading?: string;
  /** Rows of other slices, shown first. */
  before?: readonly ReactNode[];
};

/** What waits for me at the events I host, each with a link to where I answer; and, if requested, my invitations. */
export function Attention({ invitations = false, heading, before = [] }: Props) {
  const waiting = useAttention();
  const rows: ReactNode[] = [...before];
  if (invitations && waiting.invitations > 0)
    rows.push(
      <AttentionRow key="invitations" to="/events" search={{ tab: 'invitations' }}>
        <b>{waiting.invitations === 1 ? 'You have an invitation' : `You have ${waiting.invitations} invitations`}</b>
      </AttentionRow>,
    );
  for (const { eventId, alias, name, requests, access, registered } of waiting.data) {
    const manage = `/events/manage/${alias}`;
    if (requests > 0)
      rows.push(
        <AttentionRow key={`${eventId}requests`} to={manage} search={{ tab: 'guests', status: 'requested' }}>
          <b>{requests === 1 ? '1 person asked to join' : `${requests} people asked to join`}</b>
          <small dir="auto">{name}</small>
        </AttentionRow>,
      );
    if (access > 0)
      rows.push(
        <AttentionRow key={`${eventId}access`} to={manage} search={{ tab: 'info' }} hash="section-access">
          <b>{access === 1 ? '1 person asked for access' : `${access} people asked for access`}</b>
          <small dir="auto">{name}</small>
        </AttentionRow>,
      );
    if (registered > 0)
      rows.push(
        <AttentionRow key={`${eventId}registered`} to={manage} search={{ tab: 'guests' }}>
          <b>{registered === 1 ? '1 person has registered' : `${registered} people have registered`}</b>
          <small dir="auto">{name}</small>
        </AttentionRow>,
      );
  }
  if (rows.length === 0) return null;
  return (
    <section className={css.section} aria-label={heading ?? 'Waiting for you'}>
      {heading && <SectionHeader id="attention" title={heading} />}
      <ul className={css.card}>{rows}</ul>
    </section>
  );
}

type RowProps = { to: string; search: Record<string, string>; hash?: string; children: ReactNode };

/** Something that waits for me, with a link to where I answer. */
export function AttentionRow({ to, search, hash, children }: RowProps) {
  return (
    <li>
      <PlainLink to={to} search={search as never} {...(hash === undefined ? {} : { hash })} className={css.row}>
        <span className={css.words}>{children}</span>
        <IconChevronRight size={18} aria-hidden />
      </PlainLink>
    </li>
  );
}
