import { linksIn, targetOf } from '@folkmoot/contract/links/rules.ts';
import { useMemo } from 'react';
import { ChannelLinkCard } from './ChannelLinkCard.tsx';
import { EventLinkCard } from './EventLinkCard.tsx';
import css from './link-cards.module.css';
import { MessageLinkCard } from './MessageLinkCard.tsx';
import { useLinkCard } from './queries.ts';

/** Under a message: what its first links of this installation lead to, as far as the reader may see it. */
export function LinkCards({ text }: { text: string }) {
  const paths = useMemo(() => linksIn(text, location.origin), [text]);
  return paths.map((path) => <Card key={path} path={path} />);
}

/** Its height is known before it is loaded, so that the messages around it stay where they are. */
function Card({ path }: { path: string }) {
  const { data, isPending } = useLinkCard(path);
  if (isPending) return <div className={css.card} data-kind={targetOf(path)?.kind} data-loading aria-hidden="true" />;
  const card = data?.card;
  if (card?.kind === 'event') return <EventLinkCard event={card.event} />;
  if (card?.kind === 'channel') return <ChannelLinkCard channel={card.channel} serverName={card.serverName} />;
  if (card?.kind === 'message')
    return <MessageLinkCard origin={card.origin} message={card.message} people={data?.people ?? new Map()} />;
  return null;
}
