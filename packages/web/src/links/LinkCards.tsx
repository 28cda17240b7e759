import { linksIn, targetOf, withoutCard } from '@folkmoot/contract/links/rules.ts';
import type { LinkCard } from '@folkmoot/contract/links/schema.ts';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { ChannelLinkCard } from './ChannelLinkCard.tsx';
import { EventLinkCard } from './EventLinkCard.tsx';
import css from './link-cards.module.css';
import { MessageLinkCard } from './MessageLinkCard.tsx';
import { type Found, useLinkCard } from './queries.ts';

type Props = {
  text: string;
  /** Changes the text of the message, if the reader may. */
  onChange?: ((text: string) => void) | undefined;
};

/** Under a message: what its first links of this installation lead to, as far as the reader may see it. */
export function LinkCards({ text, onChange }: Props) {
  const paths = useMemo(() => linksIn(text, location.origin), [text]);
  return paths.map((path) => (
    <Card key={path} path={path} onRemove={onChange && (() => onChange(withoutCard(text, location.origin, path)))} />
  ));
}

/** Its height is known before it is loaded, so that the messages around it stay where they are. */
function Card({ path, onRemove }: { path: string; onRemove: (() => void) | undefined }) {
  const { data, isPending } = useLinkCard(path);
  if (isPending) return <div className={css.card} data-kind={targetOf(path)?.kind} data-loading aria-hidden="true" />;
  if (data?.card === undefined) return null;
  return (
    <div className={css.frame}>
      <Content card={data.card} people={data.people} />
      {onRemove && (
        <IconButton label="Remove card" variant="default" size={28} className={css.remove} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function Content({ card, people }: { card: LinkCard; people: Found['people'] }) {
  if (card.kind === 'event') return <EventLinkCard event={card.event} />;
  if (card.kind === 'channel') return <ChannelLinkCard channel={card.channel} serverName={card.serverName} />;
  return <MessageLinkCard origin={card.origin} message={card.message} people={people} />;
}
