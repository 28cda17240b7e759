import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import type { MentionView } from '@folkmoot/contract/inbox/schema.ts';
import css from './inbox.module.css';
import { Said } from './Said.tsx';
import { SpotLink, spotTitle } from './SpotLink.tsx';

type Props = { mention: MentionView; people: ReadonlyMap<string, AuthorView> };

/** A message that mentions you, and where it was written. */
export function MentionCard({ mention: { spot, message, unread }, people }: Props) {
  return (
    <SpotLink spot={spot} seq={message.seq} className={`${css.card} ${css.mention}`}>
      <span className={css.where} dir="auto">
        {spotTitle(spot)}
        {spot.serverName && ` · ${spot.serverName}`}
        {unread && <span className={css.new}>New</span>}
      </span>
      <span className={css.said}>
        <Said message={message} people={people} />
      </span>
    </SpotLink>
  );
}
