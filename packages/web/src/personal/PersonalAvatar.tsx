import type { PersonalView } from '@folkmoot/contract/personal/schema.ts';
import { Avatar } from '../ui/identity/Avatar.tsx';
import { CommunityAvatar } from '../ui/identity/CommunityAvatar.tsx';
import { PresentAvatar } from '../ui/identity/PresentAvatar.tsx';
import css from './personal.module.css';

type Props = {
  conversation: Pick<PersonalView, 'id' | 'type' | 'name' | 'coverUrl' | 'conversationMembers'>;
  size: number;
};

/** The picture of a conversation: its cover or its event's, the other person, or two of the group. */
export function PersonalAvatar({ conversation, size }: Props) {
  const { id, type, name, coverUrl, conversationMembers } = conversation;
  const [first, second] = conversationMembers;
  // People are round, events are square.
  if (type === 'event-group') return <CommunityAvatar community={{ id, name, logo: coverUrl }} size={size} />;
  if (coverUrl) return <Avatar person={{ id, firstName: '', lastName: '', imageUrl: coverUrl }} size={size} />;
  if (type === 'one-to-one' && first) return <PresentAvatar userId={first.userId} person={first} size={size} />;
  if (first && second) {
    return (
      <span className={css.pair} style={{ width: size, height: size }}>
        <Avatar person={first} size={Math.round(size * 0.68)} />
        <Avatar person={second} size={Math.round(size * 0.68)} ring="var(--fm-surface)" />
      </span>
    );
  }
  return <Avatar person={first ?? { id, firstName: '', lastName: '', imageUrl: null }} size={size} />;
}
