import { allowed, type Decision, refused } from '../core/problem.ts';
import { refusals } from './schema.ts';
import type { SectionFields } from './sections-schema.ts';

const LIVE = { title: '', audience: 'everyone', isHidden: false } as const;

/** The page that every community begins with: never blank, and nothing to be written first. */
export const FIRST_PAGE: readonly SectionFields[] = [
  {
    ...LIVE,
    clientId: '0f9a3c52-6d1e-4b87-9a44-51c0e2d7b601',
    sectionType: 'NextEvents',
    order: 0,
    json: { count: 3 },
  },
  { ...LIVE, clientId: '0f9a3c52-6d1e-4b87-9a44-51c0e2d7b602', sectionType: 'NewMembers', order: 1, json: {} },
];

type Community = { visibility: 'public' | 'private' | 'secret' };

/** Whether somebody may see a home. Secret communities do not exist for people who could be refused. */
export function canSeeHome(community: Community, isMember: boolean): Decision {
  return community.visibility === 'public' || isMember ? allowed : refused(refusals.private);
}

/** The sections in the order that they name, counted anew from 0. */
export function inOrder<Section extends Pick<SectionFields, 'order'>>(sections: readonly Section[]): Section[] {
  return sections.toSorted((one, other) => one.order - other.order).map((section, order) => ({ ...section, order }));
}

/** How much of a page somebody sees. */
export type Reader = 'visitor' | 'member' | 'editor';

/** The sections that a reader gets: editors all of a draft, others what is not hidden and meant for them. */
export function sectionsFor<Section extends Pick<SectionFields, 'audience' | 'isHidden'>>(
  sections: readonly Section[],
  reader: Reader,
): Section[] {
  if (reader === 'editor') return [...sections];
  return sections.filter(({ audience, isHidden }) => !isHidden && (audience === 'everyone' || reader === 'member'));
}

/**
 * Whether the FAQs may be given to a reader: not if the page has sections for them, and those are only for others. Hiding a section
 * opens nothing. A page without a section for them keeps nothing back.
 */
export function canSeeFaqs(
  sections: readonly Pick<SectionFields, 'sectionType' | 'audience' | 'isHidden'>[],
  reader: Reader,
): boolean {
  const faqs = sections
    .filter(({ sectionType }) => sectionType === 'Faq')
    .map((section) => ({ ...section, isHidden: false }));
  return faqs.length === 0 || sectionsFor(faqs, reader).length > 0;
}

/** The ids of the pictures that a section shows. */
export function picturesOf(section: Pick<SectionFields, 'sectionType' | 'json'>): string[] {
  const { sectionType, json } = section as SectionFields;
  if (sectionType === 'PhotoGallery') return json.items.map(({ id }) => id);
  if (sectionType !== 'CardShowcase') return [];
  return json.items.flatMap(({ image }) => (image === null ? [] : [image]));
}

/** The user ids of the people whom a section shows. */
export function peopleOf(section: Pick<SectionFields, 'sectionType' | 'json'>): string[] {
  const { sectionType, json } = section as SectionFields;
  if (sectionType !== 'CardShowcase') return [];
  return json.items.flatMap(({ personId }) => (personId === null ? [] : [personId]));
}

/** Where "House rules" in the footer leads, or null where no item of these sections has them. */
export function houseRulesIn(sections: readonly SectionFields[]): { clientId: string; index: number } | null {
  for (const section of sections) {
    const index = section.sectionType === 'Accordion' ? section.json.items.findIndex((item) => item.isHouseRules) : -1;
    if (index >= 0) return { clientId: section.clientId, index };
  }
  return null;
}

export type SectionChange = { clientId: string; sectionType: SectionFields['sectionType']; title: string };

/** What publishing changes: sections that are new, gone, different, or only elsewhere on the page. */
export function changesBetween(
  published: readonly SectionFields[],
  draft: readonly SectionFields[],
): Record<'added' | 'removed' | 'changed' | 'moved', SectionChange[]> {
  const [was, is] = [published, draft].map((page) => new Map(page.map((section) => [section.clientId, section])));
  const named = ({ clientId, sectionType, title }: SectionFields) => ({ clientId, sectionType, title });
  const kept = draft.filter(({ clientId }) => was?.has(clientId));
  const differs = (section: SectionFields) => content(section) !== content(was?.get(section.clientId) ?? section);
  const before = published.filter(({ clientId }) => is?.has(clientId)).map(({ clientId }) => clientId);
  return {
    added: draft.filter(({ clientId }) => !was?.has(clientId)).map(named),
    removed: published.filter(({ clientId }) => !is?.has(clientId)).map(named),
    changed: kept.filter(differs).map(named),
    moved: kept.filter((section, at) => !differs(section) && before[at] !== section.clientId).map(named),
  };
}

/** Everything of a section but its place, in one order of names: pages come back from the database in another. */
function content({ sectionType, title, json, audience, isHidden }: SectionFields): string {
  return JSON.stringify(sorted({ sectionType, title, json, audience, isHidden }));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
