import { hostShown, OUTSIDE_REL } from '@folkmoot/contract/core/links/addresses.ts';
import type { LinkItem } from '@folkmoot/contract/home/sections-schema.ts';
import { IconExternalLink, IconLink, IconVideo } from '@tabler/icons-react';
import { mayBeVideo, VideoLink } from '../videos/VideoLink.tsx';
import css from './links.module.css';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });

/** Links to other sites: where each leads stands beneath its title. Videos can be played here. */
export function Links({ items }: { items: readonly LinkItem[] }) {
  return (
    <ul className={css.list}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity, and none moves while it is shown.
        <Item key={index} item={item} />
      ))}
    </ul>
  );
}

function Item({ item: { title, url, date } }: { item: LinkItem }) {
  return (
    <li>
      <a className={css.link} href={url} target="_blank" rel={OUTSIDE_REL}>
        <span className={css.icon}>
          {mayBeVideo(url) ? <IconVideo size={18} aria-hidden /> : <IconLink size={18} aria-hidden />}
        </span>
        <span className={css.words}>
          <b dir="auto">{title}</b>
          <small>
            <bdi>{hostShown(url)}</bdi>
            {date !== null && (
              <>
                {' · '}
                <time dateTime={date}>{day.format(new Date(`${date}T00:00:00Z`))}</time>
              </>
            )}
          </small>
        </span>
        <IconExternalLink size={17} aria-hidden />
      </a>
      <VideoLink address={url} title={title} />
    </li>
  );
}
