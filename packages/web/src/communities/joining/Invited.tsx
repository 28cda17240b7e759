import { getInvite } from '@folkmoot/contract/communities/api.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { Avatar, AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { coverOf } from '../cover.ts';
import css from './invited.module.css';

/** On the sign-in pages: who invited you, and to what. Renders nothing if the code is not valid. */
export function InvitedCard({ inviteCode }: { inviteCode: string }) {
  const invite = useQuery(apiQuery(getInvite, { inviteCode })).data;
  if (!invite) return null;
  const by = invite.invitedBy;
  return (
    <div className={css.card}>
      {by && <Avatar person={by} size={38} />}
      <div className={css.words}>
        <span className={css.by} dir="auto">
          {by ? `${by.firstName} ${by.lastName} invited you to` : 'You are invited to'}
        </span>
        <b dir="auto">{invite.community.name}</b>
      </div>
      <CommunityAvatar community={invite.community} size={38} />
    </div>
  );
}

/** On the sign-in pages: the community that you wanted to join before you were asked to sign in. */
export function JoiningCard({ community }: { community: { id: string; name: string; logo: string | null } }) {
  return (
    <div className={css.card}>
      <div className={css.words}>
        <span className={css.by}>You’re joining</span>
        <b dir="auto">{community.name}</b>
      </div>
      <CommunityAvatar community={community} size={38} />
    </div>
  );
}

type ArtProps = {
  /** Shown while the community is not known, or if the code is not valid. */
  fallback: ReactNode;
  inviteCode: string;
  classes: Readonly<Record<string, string>>;
};

/** Beside the sign-in form: the community that you are about to join, instead of our own picture. */
export function InvitedArt({ inviteCode, classes, fallback }: ArtProps) {
  const community = useQuery(apiQuery(getInvite, { inviteCode })).data?.community;
  if (!community) return fallback;
  return (
    <aside className={classes.art} data-art="own">
      <img src={coverOf(community)} alt="" fetchPriority="low" />
      <div className={classes.caption}>
        <p className={classes.headline} dir="auto">
          {community.name}
        </p>
        {community.description && (
          <p className={classes.lead} dir="auto">
            {community.description}
          </p>
        )}
        {community.memberCount > 0 && (
          <p className={classes.people}>
            <AvatarGroup people={community.faces.slice(0, 5)} ring="var(--art-base)" />
            <span>{community.memberCount.toLocaleString()} already here</span>
          </p>
        )}
      </div>
    </aside>
  );
}
