import type { SkipReason } from '@folkmoot/contract/invitations/schema.ts';

type Words = {
  /** Beside one person. */
  one: string;
  /** Of a number of people; `{n}` stands for it. */
  some: readonly [singular: string, plural: string];
};

/** Why people are not invited, in words. */
export const SKIPPED: Readonly<Record<SkipReason, Words>> = {
  going: {
    one: 'Already on the guest list',
    some: ['{n} person is already on the guest list', '{n} people are already on the guest list'],
  },
  invited: { one: 'Already invited', some: ['{n} person was already invited', '{n} people were already invited'] },
  declined: { one: 'Declined', some: ['{n} person declined before', '{n} people declined before'] },
  doubled: { one: 'On the list twice', some: ['{n} duplicate', '{n} duplicates'] },
  invalid: { one: 'Not an email address', some: ['{n} invalid address', '{n} invalid addresses'] },
  unreachable: { one: 'Can’t be reached', some: ['{n} person can’t be reached', '{n} people can’t be reached'] },
};

/** Each reason with its number as a sentence without its end, such as `2 people are already going`. */
export function skippedLines(skipped: Readonly<Partial<Record<SkipReason, number>>>): string[] {
  return (Object.keys(SKIPPED) as SkipReason[]).flatMap((reason) => {
    const count = skipped[reason] ?? 0;
    const [singular, plural] = SKIPPED[reason].some;
    return count === 0 ? [] : [(count === 1 ? singular : plural).replace('{n}', count.toLocaleString('en'))];
  });
}
