import type { AskerView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import type { AvatarPerson } from '../ui/identity/Avatar.tsx';

/** `1 vote`, `1,204 votes`. */
export const votesOf = (votes: number): string => counted(votes, 'vote');
/** `1 comment`, `12 comments`. */
export const commentsOf = (comments: number): string => counted(comments, 'comment');

/** A number with its noun, in the plural where it is not one. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}

/** What an avatar needs of somebody who may have no account. */
export function personOf({ name, userId, profile_photo }: AskerView): AvatarPerson {
  const [firstName = '', ...rest] = name.split(' ');
  return { id: userId ?? name, firstName, lastName: rest.at(-1) ?? '', imageUrl: profile_photo };
}

/** Who asked, as a name: nobody's where it is anonymous. */
export function askerName({ isAnonymous, asker }: Pick<QuestionView, 'isAnonymous' | 'asker'>): string {
  return isAnonymous ? 'Anonymous' : (asker?.name ?? 'Somebody who has left');
}

/** `2:14` or `1:02:14`: how long something has been going on. @param seconds from its beginning. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A code as people read it out: `harbour-482153` becomes `HARBOUR 482 153`. */
export const codeOf = (code: string): string =>
  code
    .toUpperCase()
    .replace('-', ' ')
    .replace(/(\d{3})(?=\d{3}$)/, '$1 ');
