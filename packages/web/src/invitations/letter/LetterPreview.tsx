import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import { ASKED } from '@folkmoot/contract/events/invitations-schema.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { InviteRole } from '@folkmoot/contract/invitations/schema.ts';
import { whenOf } from '../../events/times/event-times.ts';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import css from './letter.module.css';
import { filledLetter, type Letter } from './letter.ts';

/** Whose name the preview shows. */
const READER = 'Amara';

type Props = { event: EventView; inviter: string; role: InviteRole; letter: Letter; phone: boolean };

/** The invitation as a reader gets it. */
export function LetterPreview({ event, inviter, role, letter, phone }: Props) {
  const when = whenOf(event);
  const lines = [[when.day, when.time].filter(Boolean).join(', '), whereOf(event)].filter((line) => line !== '');
  const image = event.image_map['500*250'] ?? event.cover;
  return (
    <article className={css.letter} data-tint={event.tint} data-phone={phone || undefined}>
      {image && <img src={image} alt="" />}
      <div className={css.inside}>
        <p className={css.above}>
          {event.server && <CommunityAvatar community={event.server} size={20} />}
          <bdi>{event.server ? `${inviter} via ${event.server.name}` : `${inviter} invites you`}</bdi>
        </p>
        <h4 dir="auto">{event.name}</h4>
        {lines.map((line) => (
          <p key={line} className={css.fact} dir="auto">
            {line}
          </p>
        ))}
        {role !== 'guest' && <p>You are asked to {ASKED[role]}.</p>}
        {/* What the editor wrote, which knows no other tags than a letter has. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: its writer alone reads it here; the server cleans what it sends. */}
        <div className={css.words} dir="auto" dangerouslySetInnerHTML={{ __html: filledLetter(letter, READER) }} />
        <p className={css.answers} aria-hidden="true">
          <span data-first>See the event</span>
          <span>Can’t come</span>
        </p>
        <p className={css.small}>Every invitation has a link to unsubscribe.</p>
      </div>
    </article>
  );
}
