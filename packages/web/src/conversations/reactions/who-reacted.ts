import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { ReactionView } from '@folkmoot/contract/conversations/schema.ts';

/** People named before the rest are only counted. */
const NAMED = 5;

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Who reacted with an emoji, `You, Ana Ruiz, and 3 others`; how many while nobody's name is known. */
export function whoReacted({ count, mine }: ReactionView, people: readonly PersonView[], me: string): string {
  const others = people.filter(({ id }) => id !== me).map(fullName);
  const names = [...(mine ? ['You'] : []), ...others].slice(0, Math.min(NAMED, count));
  const rest = count - names.length;
  if (others.length === 0 && rest > 0) return count === 1 ? '1 person' : `${count} people`;
  return LIST.format([...names, ...(rest > 0 ? [rest === 1 ? '1 other' : `${rest} others`] : [])]);
}
