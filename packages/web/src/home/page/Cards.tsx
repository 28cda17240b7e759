import { hostShown, OUTSIDE_REL } from '@folkmoot/contract/core/links/addresses.ts';
import type { CardItem, SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import { IconExternalLink } from '@tabler/icons-react';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { VideoLink } from '../videos/VideoLink.tsx';
import css from './cards.module.css';
import { usePageLive } from './usePageLive.ts';

type Props = { section: Extract<SectionView, { sectionType: 'CardShowcase' }> };

const SIZES = '(max-width: 48em) calc(100vw - 32px), 352px';

/** People or things with a picture each, three in a row. */
export function Cards({ section: { json, attachments } }: Props) {
  return (
    <ul className={css.grid}>
      {json.items.map((item, index) => (
        <Card
          // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other identity, and none moves while it is shown.
          key={index}
          item={item}
          alt={attachments.find(({ id }) => id === item.image)?.alt ?? ''}
        />
      ))}
    </ul>
  );
}

function Card({ item: { title, subtitle, bio, link, image, personId }, alt }: { item: CardItem; alt: string }) {
  const person = usePageLive().people.find(({ id }) => id === personId);
  return (
    <li className={css.card}>
      {image !== null && (
        <div className={css.picture}>
          <img
            src={variantUrl(image, 'thumb')}
            srcSet={`${variantUrl(image, 'thumb')} 480w, ${variantUrl(image, 'large')} 1600w`}
            sizes={SIZES}
            alt={alt}
            loading="lazy"
            decoding="async"
          />
        </div>
      )}
      <div className={css.body} data-overlap={(image !== null && person !== undefined) || undefined}>
        {person && (
          <div className={css.face}>
            <Avatar person={person} size={64} ring="var(--fm-surface)" />
          </div>
        )}
        <h3 dir="auto">{title}</h3>
        <p className={css.subtitle} dir="auto">
          {subtitle}
        </p>
        {bio !== '' && (
          <p className={css.bio} dir="auto">
            {bio}
          </p>
        )}
        {link !== '' && (
          <a className={css.link} href={link} target="_blank" rel={OUTSIDE_REL}>
            <bdi>{hostShown(link)}</bdi>
            <IconExternalLink size={15} aria-hidden />
          </a>
        )}
        <VideoLink address={link} title={title} />
      </div>
    </li>
  );
}
