import type { Entry } from '@folkmoot/contract/core/entry.ts';
import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { type Selection, type Sent, toData } from './selection.ts';

export type Uploads = ReturnType<typeof createUploads>;

/**
 * Sends selections whose lists are too long for a call: a list of many people is uploaded once, however often the
 * selection changes around it. What was typed and short lists travel with the call, or in one upload if they are many
 * together.
 *
 * @param upload uploads people and returns the id of the upload.
 */
export function createUploads(upload: (people: readonly Entry[]) => Promise<string>) {
  const known = new Map<readonly Entry[], Promise<string>>();
  let short: { of: readonly (readonly Entry[])[]; people: readonly Entry[] } = { of: [], people: [] };

  /** What was typed and the short lists, as one list that stays the same as long as they do. */
  const shortOf = (of: readonly (readonly Entry[])[]): readonly Entry[] => {
    if (of.length !== short.of.length || of.some((part, at) => part !== short.of[at])) {
      known.delete(short.people);
      short = { of, people: of.flat() };
    }
    return short.people;
  };

  const idOf = (people: readonly Entry[]): Promise<string> => {
    const present = known.get(people);
    if (present) return present;
    const id = upload(people);
    known.set(people, id);
    // An upload that has failed is tried again with the next call.
    id.catch(() => known.delete(people));
    return id;
  };

  return {
    /** The selection as a call carries it, once its long lists have arrived. */
    async dataOf(selection: Selection): Promise<Sent> {
      const lists = selection.lists.map(({ entries }) => entries);
      const isLong = (people: readonly Entry[]) => people.length > LIMITS.named;
      const rest = shortOf([selection.typed, ...lists.filter((entries) => !isLong(entries))]);
      const long = [...lists.filter(isLong), ...(isLong(rest) ? [rest] : [])];
      return toData(selection, isLong(rest) ? [] : rest, await Promise.all(long.map(idOf)));
    },
    /** Uploads are no longer there: the next call makes new ones. */
    forget: () => known.clear(),
  };
}
