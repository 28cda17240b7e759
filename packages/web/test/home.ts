import { type DraftView, HomeView, SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';

type Fields = Record<string, unknown>;
type Of<Type extends SectionView['sectionType']> = Extract<SectionView, { sectionType: Type }>;

/** A section of any type. */
export function sectionView<Type extends SectionView['sectionType']>(
  sectionType: Type,
  { attachments = [], ...fields }: Fields & { attachments?: AttachmentView[] } = {},
): Of<Type> {
  return SectionView.parse({
    clientId: crypto.randomUUID(),
    sectionType,
    json: {},
    ...fields,
    attachments,
  }) as Of<Type>;
}

/** A toggle list with one item. */
export function accordion(title: string, fields: Fields = {}): Of<'Accordion'> {
  return sectionView('Accordion', {
    title,
    json: { items: [{ title: 'What does it cost?', description: '<p>Nothing.</p>' }] },
    ...fields,
  });
}

/** A picture that was uploaded for a section. */
export function sectionPicture(fileName = 'kiln.jpg', fields: Partial<AttachmentView> = {}): AttachmentView {
  const id = crypto.randomUUID();
  return {
    id,
    fileName,
    fileType: 'image',
    type: 'section',
    mimeType: 'image/jpeg',
    size: 1000,
    url: `/files/${id}/original`,
    thumbnailUrl: `/files/${id}/thumb`,
    fileKey: `section/${id}`,
    width: 1200,
    height: 800,
    alt: '',
    state: 'ready',
    ...fields,
  };
}

/** A published home with these sections. */
export function homeView(fields: Partial<HomeView> = {}): HomeView {
  return HomeView.parse({
    view: 'published',
    version: 3,
    publishedVersion: 3,
    publishedAt: '2026-01-05T10:00:00.000Z',
    publishedBy: null,
    changedAt: null,
    changedBy: null,
    history: [],
    sections: [],
    nextEvents: [],
    newMembers: [],
    faqs: [],
    faqsVersion: 0,
    people: [],
    online: 0,
    ...fields,
  });
}

/** The draft with these sections. */
export function draftView(sections: SectionView[], fields: Partial<DraftView> = {}): DraftView {
  return {
    version: 3,
    publishedVersion: 3,
    sections,
    changedAt: '2026-01-05T10:00:00.000Z',
    changedBy: null,
    ...fields,
  };
}
