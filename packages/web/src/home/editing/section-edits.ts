import type { SectionFields, SectionType, SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { v4 } from 'uuid';
import { withMoved } from '../../ui/inputs/order.ts';
import type { Sections } from './home-draft.ts';

/** The page with a section replaced, or put in behind another one if it is new; first where `after` is null. */
export function withSection(page: Sections, section: SectionView, after?: string | null): Sections {
  const at = page.findIndex(({ clientId }) => clientId === section.clientId);
  if (at >= 0) return page.with(at, section);
  const before = page.findIndex(({ clientId }) => clientId === after);
  return page.toSpliced(after === undefined ? page.length : before + 1, 0, section);
}

/** The page without a section. */
export function withoutSection(page: Sections, clientId: string): Sections {
  return page.filter((one) => one.clientId !== clientId);
}

/** The page with a section where it was before, such as after it was deleted. */
export function withSectionAt(page: Sections, section: SectionView, at: number): Sections {
  if (page.some(({ clientId }) => clientId === section.clientId)) return page;
  return page.toSpliced(Math.min(at, page.length), 0, section);
}

/** The page with a section one place up or down. */
export function withStep(page: Sections, clientId: string, step: 1 | -1): Sections {
  const at = page.findIndex((one) => one.clientId === clientId);
  const section = page[at];
  const to = at + step;
  if (!section || to < 0 || to >= page.length) return page;
  return page.toSpliced(at, 1).toSpliced(to, 0, section);
}

/** The page with a section in front of another one, or at the end. */
export function withSectionMoved(page: Sections, id: string, before: string | null): Sections {
  const listed = page.map((section) => ({ id: section.clientId, section }));
  return withMoved(listed, id, before).map(({ section }) => section);
}

/** A copy with an identity of its own. The house rules stay where they are: a page has them once. */
export function copyOf(section: SectionView): SectionView {
  const copy = { ...structuredClone(section), clientId: v4() };
  if (copy.sectionType === 'Accordion') for (const item of copy.json.items) item.isHouseRules = false;
  return copy;
}

const NEW: { [Type in SectionType]: Extract<SectionFields, { sectionType: Type }>['json'] } = {
  Accordion: { items: [] },
  PhotoGallery: { items: [] },
  Links: { items: [] },
  CardShowcase: { items: [] },
  CallToAction: { line: '', button: '', url: '' },
  Faq: {},
  NextEvents: { count: 3 },
  NewMembers: {},
};

/** A section with nothing in it yet. */
export function newSection(sectionType: SectionType): SectionView {
  const json = structuredClone(NEW[sectionType]);
  const about = { clientId: v4(), title: '', order: 0, audience: 'everyone', isHidden: false, attachments: [] };
  return { ...about, sectionType, json } as unknown as SectionView;
}
