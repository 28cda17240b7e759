import type { SectionType, SectionView } from '@folkmoot/contract/home/sections-schema.ts';

/** What each type of section is called. */
export const TYPE_NAMES: Readonly<Record<SectionType, string>> = {
  Accordion: 'Toggle list',
  PhotoGallery: 'Photo gallery',
  Links: 'External links',
  CardShowcase: 'Card showcase',
  CallToAction: 'Call to action',
  Faq: 'FAQs',
  NextEvents: 'Next events',
  NewMembers: 'New members',
};

/** The heading of a section that was given none. */
const UNTITLED: Partial<Record<SectionType, string>> = {
  Faq: 'Questions and answers',
  NextEvents: 'Coming up',
  NewMembers: 'New members',
};

/** The heading of a section on the page; empty if it has none. */
export function headingOf({ title, sectionType }: Pick<SectionView, 'title' | 'sectionType'>): string {
  return title || UNTITLED[sectionType] || '';
}

/** What a section is called where sections are listed. */
export function nameOf(section: Pick<SectionView, 'title' | 'sectionType'>): string {
  return headingOf(section) || TYPE_NAMES[section.sectionType];
}
