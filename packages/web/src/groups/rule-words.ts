import type { GroupRule } from '@folkmoot/contract/groups/schema.ts';

/** The rules that a living group can have, as they are chosen. */
export const RULES = [
  { value: 'came', label: 'Came to your last events' },
  { value: 'never_came', label: 'Never came' },
  { value: 'waiting', label: 'On a waitlist' },
  { value: 'members', label: 'Members of your communities' },
] as const satisfies readonly { value: GroupRule['kind']; label: string }[];

const ABOUT = {
  came: 'Events that you host or manage. Where people were checked in, only they count; otherwise everyone who was going.',
  never_came:
    'People who were invited to one of your last 20 events and didn’t answer, or who weren’t checked in, and came to none of the 20.',
  waiting: 'People on the waitlist of any of your upcoming events.',
  members: 'Everyone in the communities where you manage events. You don’t see their addresses.',
} as const satisfies Record<GroupRule['kind'], string>;

/** What a rule means, in a sentence or two. */
export const aboutRule = ({ kind }: GroupRule): string => ABOUT[kind];

/** Who is in a living group, in few words. */
export function ruleInWords(rule: GroupRule): string {
  if (rule.kind === 'never_came') return 'Never came to your events';
  if (rule.kind === 'waiting') return 'On the waitlist of an upcoming event';
  if (rule.kind === 'members') return 'Members of communities where you manage events';
  const { times, last } = rule;
  if (last === 1) return 'Came to your last event';
  return times === last
    ? `Came to each of your last ${last} events`
    : `Came to ${times} or more of your last ${last} events`;
}
