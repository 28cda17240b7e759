import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';

/** A section in two versions of a page that both began as the same one. Undefined where a version does not have it. */
export type Entry = {
  clientId: string;
  mine: SectionView | undefined;
  theirs: SectionView | undefined;
  /** Who changed it since: where both did, one has to be chosen. */
  changed: 'nobody' | 'me' | 'them' | 'both';
};

export type Choice = 'mine' | 'theirs';

/** What a section says, without what the server adds to it. */
export function contentOf(section: SectionView | undefined): string {
  if (!section) return '';
  const { sectionType, title, json, audience, isHidden } = section;
  return JSON.stringify(sorted({ sectionType, title, json, audience, isHidden }));
}

/** Pages come back from the database with their names in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** Whether two pages are the same to a reader: the same sections in the same order. */
export function isSame(one: readonly SectionView[], other: readonly SectionView[]): boolean {
  return (
    one.length === other.length &&
    one.every((section, at) => section.clientId === other[at]?.clientId && contentOf(section) === contentOf(other[at]))
  );
}

/** Two versions of a page beside each other, section by section, in the order that the page will have. */
export function compare(
  base: readonly SectionView[],
  mine: readonly SectionView[],
  theirs: readonly SectionView[],
): Entry[] {
  const [was, own, other] = [base, mine, theirs].map((page) => new Map(page.map((one) => [one.clientId, one])));
  const known = new Set(base.map(({ clientId }) => clientId));
  const order = (page: readonly SectionView[]) =>
    page.filter(({ clientId }) => known.has(clientId)).map(({ clientId }) => clientId);
  const moved =
    order(mine)
      .filter((id) => other?.has(id))
      .join() !==
    order(base)
      .filter((id) => own?.has(id) && other?.has(id))
      .join();
  const movedByThem =
    order(theirs)
      .filter((id) => own?.has(id))
      .join() !==
    order(base)
      .filter((id) => own?.has(id) && other?.has(id))
      .join();
  // The order is that of the person who moved something; if both did, that of the newer version.
  const [first, second] = moved && !movedByThem ? [mine, theirs] : [theirs, mine];
  return woven(first, second).map((clientId) => {
    const [before, my, their] = [was?.get(clientId), own?.get(clientId), other?.get(clientId)];
    const byMe = contentOf(my) !== contentOf(before);
    const byThem = contentOf(their) !== contentOf(before);
    const same = contentOf(my) === contentOf(their);
    const changed = same ? 'nobody' : byMe && byThem ? 'both' : byMe ? 'me' : 'them';
    return { clientId, mine: my, theirs: their, changed };
  });
}

/** The ids of both pages: those of the first in order, and what only the second has after what it follows there. */
function woven(first: readonly SectionView[], second: readonly SectionView[]): string[] {
  const ids = first.map(({ clientId }) => clientId);
  let after: string | undefined;
  for (const { clientId } of second) {
    if (!ids.includes(clientId)) ids.splice(after === undefined ? 0 : ids.indexOf(after) + 1, 0, clientId);
    after = clientId;
  }
  return ids;
}

/** The page that comes of it. Where only one side changed a section, that stays; where both did, the choice decides. */
export function resolved(entries: readonly Entry[], choices: ReadonlyMap<string, Choice>): SectionView[] {
  return entries.flatMap(({ clientId, mine, theirs, changed }) => {
    const choice = changed === 'both' ? (choices.get(clientId) ?? 'mine') : changed === 'me' ? 'mine' : 'theirs';
    const section = choice === 'mine' ? mine : theirs;
    return section ? [section] : [];
  });
}

/** Two versions of a page in one, where the same side is chosen for every section that both changed. */
export function merged(
  base: readonly SectionView[],
  mine: readonly SectionView[],
  theirs: readonly SectionView[],
  choice: Choice,
): SectionView[] {
  const entries = compare(base, mine, theirs);
  return resolved(entries, new Map(entries.map(({ clientId }) => [clientId, choice])));
}
