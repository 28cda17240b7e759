import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PlainLink } from '../../ui/layout/links.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import css from '../lists/lists.module.css';
import { useAttention } from './useAttention.ts';

/** What waits for me at the events I host, each with a link to where I answer; and, if requested, my invitations. */
export function Attention({ invitations = false, heading }: { invitations?: boolean; heading?: string }) {
  const waiting = useAttention();
  const rows: ReactNode[] = [];
  if (invitations && waiting.invitations > 0)
    rows.push(
      <Row key="invitations" to="/events" search={{ tab: 'invitations' }}>
        <b>{waiting.invitations === 1 ? 'You have an invitation' : `You have ${waiting.invitations} invitations`}</b>
      </Row>,
    );
  for (const { eventId, alias, name, requests, access, registered } of waiting.data) {
    const manage = `/events/manage/${alias}`;
    if (requests > 0)
      rows.push(
        <Row key={`${eventId}requests`} to={manage} search={{ tab: 'guests', status: 'requested' }}>
          <b>{requests === 1 ? '1 person asked to join' : `${requests} people asked to join`}</b>
          <small dir="auto">{name}</small>
        </Row>,
      );
    if (access > 0)
      rows.push(
        <Row key={`${eventId}access`} to={manage} search={{ tab: 'info' }} hash="section-access">
          <b>{access === 1 ? '1 person asked for access' : `${access} people asked for access`}</b>
          <small dir="auto">{name}</small>
        </Row>,
      );
    if (registered > 0)
      rows.push(
        <Row key={`${eventId}registered`} to={manage} search={{ tab: 'guests' }}>
          <b>{registered === 1 ? '1 person has registered' : `${registered} people have registered`}</b>
          <small dir="auto">{name}</small>
        </Row>,
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

function Row({ to, search, hash, children }: RowProps) {
  return (
    <li>
      <PlainLink to={to} search={search as never} {...(hash === undefined ? {} : { hash })} className={css.row}>
        <span className={css.words}>{children}</span>
        <IconChevronRight size={18} aria-hidden />
      </PlainLink>
    </li>
  );
}
