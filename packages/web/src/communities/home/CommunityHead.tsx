import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { coverSrcSet } from '@folkmoot/contract/media/picture-rules.ts';
import type { ReactNode } from 'react';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { coverOf } from '../cover.ts';
import css from './community.module.css';

/** The banner is as wide as the page. */
const BANNER_SIZES = '(max-width: 75em) 100vw, 1200px';

type Props = {
  community: CommunityView;
  /** Beside the name. */
  actions?: ReactNode;
  /** How many are online; of a later slice. */
  online?: ReactNode;
};

/** The top of a community's home: its banner, name, description and people. */
export function CommunityHead({ community, actions, online }: Props) {
  const cover = coverOf(community);
  const count = (
    <>
      <LocalText as="b">{community.memberCount.toLocaleString()}</LocalText>{' '}
      {community.memberCount === 1 ? 'member' : 'members'}
    </>
  );
  return (
    <>
      <div className={css.hero}>
        <img src={cover} srcSet={coverSrcSet(cover)} sizes={BANNER_SIZES} alt="" fetchPriority="high" />
      </div>
      <div className={css.head}>
        <CommunityAvatar community={community} size={116} className={css.logo} />
        <h1 dir="auto">{community.name}</h1>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
      <div className={css.intro}>
        <p dir="auto">{community.description}</p>
        <div className={css.people}>
          {community.faces.length > 0 && <AvatarGroup people={community.faces} ring="var(--fm-bg)" />}
          <span className={css.numbers}>
            {community.viewer ? (
              <PlainLink to="/$alias/members" params={{ alias: community.slug }}>
                {count}
              </PlainLink>
            ) : (
              <span>{count}</span>
            )}
            {online}
          </span>
        </div>
      </div>
    </>
  );
}
