import { colourOf } from './Avatar.tsx';
import css from './community-avatar.module.css';

type Shown = { id: string; name: string; logo: string | null };

/** A community's logo, or its first letter on a colour. Communities are rounded squares. The name is beside it. */
export function CommunityAvatar({
  community,
  size = 44,
  className,
}: {
  community: Shown;
  size?: number;
  className?: string | undefined;
}) {
  const style = { '--sz': `${size}px` } as React.CSSProperties;
  const classes = className ? `${css.avatar} ${className}` : css.avatar;
  if (community.logo) {
    return (
      <span className={classes} style={style}>
        <img src={community.logo} alt="" decoding="async" />
      </span>
    );
  }
  const colour = colourOf(community.id);
  const first = [...new Intl.Segmenter().segment(community.name)][0]?.segment ?? '·';
  return (
    <span
      className={classes}
      style={{ ...style, background: `var(--mantine-color-${colour}-1)`, color: `var(--mantine-color-${colour}-8)` }}
      aria-hidden="true"
    >
      {first.toUpperCase()}
    </span>
  );
}

/** An emoji on a square: a channel's picture. A hash where none was chosen. */
export function ChannelIcon({ emoji, size = 40 }: { emoji: string | null; size?: number }) {
  return (
    <span className={css.tile} style={{ '--sz': `${size}px` } as React.CSSProperties} aria-hidden="true">
      {emoji ?? '#'}
    </span>
  );
}
