import { usePresence } from '../../core/live.ts';
import { Avatar, type AvatarPerson } from './Avatar.tsx';

type Props = { userId: string; person: AvatarPerson; size: number };

/** A person's picture, with a dot while they are online. Only this renders again when they come or go. */
export function PresentAvatar({ userId, person, size }: Props) {
  return <Avatar person={person} size={size} present={usePresence(userId)} />;
}
