import type { getInvite } from '@folkmoot/contract/communities/api.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { Face } from '../ui/Face.tsx';
import { Place } from '../ui/Place.tsx';
import css from './invited.module.css';

/** Who invited one, and where to. */
export function InvitedCard({ invite }: { invite: Answer<typeof getInvite> }) {
  const by = invite.invitedBy;
  return (
    <div className={css.card}>
      {by && <Face person={by} size={38} />}
      <div className={css.words}>
        <span className={css.by} dir="auto">
          {by ? `${by.firstName} ${by.lastName} invited you to` : 'You are invited to'}
        </span>
        <b dir="auto">{invite.community.name}</b>
      </div>
      <Place place={invite.community} size={38} />
    </div>
  );
}
