import type { CommunityCard } from '@folkmoot/contract/communities/schema.ts';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { coverOf } from '../cover.ts';
import css from './community-cards.module.css';

/** Communities as cards beside each other. */
export function CommunityCards({ cards, labelledBy }: { cards: readonly CommunityCard[]; labelledBy?: string }) {
  return (
    <ul className={css.grid} aria-labelledby={labelledBy}>
      {cards.map((card) => (
        <li key={card.id}>
          <Card card={card} />
        </li>
      ))}
    </ul>
  );
}

/** Where cards will be. */
export function CardSkeletons() {
  return (
    <LoadingFallback label="Loading communities">
      <div className={css.grid}>
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} h={260} radius="lg" />
        ))}
      </div>
    </LoadingFallback>
  );
}

function Card({ card }: { card: CommunityCard }) {
  return (
    <PlainLink to="/$alias" params={{ alias: card.slug }} className={css.card}>
      <img className={css.cover} src={coverOf(card)} alt="" loading="lazy" />
      <span className={css.body}>
        <span className={css.logo}>
          <CommunityAvatar community={card} size={52} />
        </span>
        <b dir="auto">{card.name}</b>
        <span className={css.text} dir="auto">
          {card.description}
        </span>
        <span className={css.foot}>
          {card.faces.length > 0 && <AvatarGroup people={card.faces.slice(0, 4)} size={26} />}
          <LocalText>{`${card.memberCount.toLocaleString()} ${card.memberCount === 1 ? 'member' : 'members'}`}</LocalText>
          {card.joined && <span className={css.joined}>Joined</span>}
        </span>
      </span>
    </PlainLink>
  );
}
