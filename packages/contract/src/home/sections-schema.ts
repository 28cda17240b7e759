import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { OptionalAddress, OutsideAddress } from '../core/links/address-schema.ts';
import { Instant } from '../core/time.ts';
import { Alt, AttachmentView } from '../media/schema.ts';
import {
  EVENT_COUNTS,
  HomePage,
  LIMITS,
  LiveView,
  line,
  PublishedPage,
  RequiredRich,
  requiredLine,
  TEXTS,
} from './schema.ts';

export const SECTION_TYPES = [
  'Accordion',
  'PhotoGallery',
  'Links',
  'CardShowcase',
  'CallToAction',
  'Faq',
  'NextEvents',
  'NewMembers',
] as const;
export const SectionType = z.enum(SECTION_TYPES);
export type SectionType = z.infer<typeof SectionType>;

/** Who sees a section on the published page. */
export const Audience = z.enum(['everyone', 'members']);
export type Audience = z.infer<typeof Audience>;

const Title = line(LIMITS.title).default('');

export const AccordionItem = z.object({
  title: requiredLine(LIMITS.title),
  /** HTML, cleaned by the server. */
  description: RequiredRich,
  /** The item that "House rules" in the footer leads to. One of the page at most. */
  isHouseRules: z.boolean().default(false),
});
export type AccordionItem = z.infer<typeof AccordionItem>;

/** A picture that was uploaded with the purpose `section`. */
export const GalleryItem = z.object({ id: Id, alt: Alt.default('') });
export type GalleryItem = z.infer<typeof GalleryItem>;

export const LinkItem = z.object({
  title: requiredLine(LIMITS.title),
  url: OutsideAddress,
  date: z.iso.date(TEXTS.date).nullable().default(null),
});
export type LinkItem = z.infer<typeof LinkItem>;

export const CardItem = z.object({
  title: requiredLine(LIMITS.card),
  subtitle: requiredLine(LIMITS.card),
  bio: line(LIMITS.bio).default(''),
  link: OptionalAddress.default(''),
  /** A picture that was uploaded with the purpose `section`, cut 2:1. */
  image: Id.nullable().default(null),
  /** The user id of a member, whose portrait overlaps the picture. */
  personId: Id.nullable().default(null),
});
export type CardItem = z.infer<typeof CardItem>;

/*
 * What each type's dialog is: its title and the rest, side by side. On the wire `title` stands beside `json`, which has the rest;
 * errors have paths as in the dialog, below the section: `sections.3.items.0.title`.
 */
export const AccordionFields = z.object({
  title: requiredLine(LIMITS.title),
  items: z.array(AccordionItem).min(1, TEXTS.accordionEmpty).max(LIMITS.accordion, TEXTS.accordionFull),
});
export const PhotoGalleryFields = z.object({
  title: Title,
  items: z.array(GalleryItem).min(1, TEXTS.pictureRequired).max(LIMITS.pictures, TEXTS.galleryFull),
});
export const LinksFields = z.object({
  title: Title,
  items: z.array(LinkItem).min(1, TEXTS.linksEmpty).max(LIMITS.links, TEXTS.linksFull),
});
export const CardShowcaseFields = z.object({
  title: Title,
  items: z.array(CardItem).min(1, TEXTS.cardsEmpty).max(LIMITS.cards, TEXTS.cardsFull),
});
/** Its title is the heading. */
export const CallToActionFields = z.object({
  title: Title,
  line: line(LIMITS.line).default(''),
  button: requiredLine(LIMITS.button),
  url: OutsideAddress,
});
export const FaqSectionFields = z.object({ title: Title });
export const NextEventsFields = z.object({
  title: Title,
  count: z.literal(EVENT_COUNTS, TEXTS.eventCount).default(3),
});
export const NewMembersFields = z.object({ title: Title });

/** The form of each type. */
export const SECTION_FIELDS = {
  Accordion: AccordionFields,
  PhotoGallery: PhotoGalleryFields,
  Links: LinksFields,
  CardShowcase: CardShowcaseFields,
  CallToAction: CallToActionFields,
  Faq: FaqSectionFields,
  NextEvents: NextEventsFields,
  NewMembers: NewMembersFields,
} as const satisfies Record<SectionType, z.ZodObject>;

const wire = <Type extends SectionType, Name extends z.ZodType, Json extends z.ZodRawShape>(
  sectionType: Type,
  title: Name,
  json: z.ZodObject<Json>,
) =>
  z.object({
    /** The browser's own id of the section: the same one across saves. */
    clientId: Id,
    sectionType: z.literal(sectionType),
    title,
    /** Its place on the page, from 0. Of sections that have the same, the list decides; the answer counts anew. */
    order: z.int().min(0).max(10_000).default(0),
    json: json.prefault({} as never),
    audience: Audience.default('everyone'),
    /** Kept on the page, and shown to nobody. */
    isHidden: z.boolean().default(false),
  });

const WIRE = [
  wire('Accordion', AccordionFields.shape.title, AccordionFields.omit({ title: true })),
  wire('PhotoGallery', Title, PhotoGalleryFields.omit({ title: true })),
  wire('Links', Title, LinksFields.omit({ title: true })),
  wire('CardShowcase', Title, CardShowcaseFields.omit({ title: true })),
  wire('CallToAction', Title, CallToActionFields.omit({ title: true })),
  wire('Faq', Title, FaqSectionFields.omit({ title: true })),
  wire('NextEvents', Title, NextEventsFields.omit({ title: true })),
  wire('NewMembers', Title, NewMembersFields.omit({ title: true })),
] as const;

/** One section. Its `attachments` are the answer's alone: which pictures it shows is in its `json`. */
export const SectionFields = z.discriminatedUnion('sectionType', WIRE);
export type SectionFields = z.infer<typeof SectionFields>;
type SectionInput = z.input<typeof SectionFields>;

/** A gallery of a draft may have lost its last picture; then the page cannot be published. */
const [ACCORDION, , ...OTHERS] = WIRE;
const GALLERY = wire('PhotoGallery', Title, z.object({ items: z.array(GalleryItem) }));

/** A section as it is shown. */
export type SectionView = SectionFields & { attachments: AttachmentView[] };
export const SectionView = z.intersection(
  z.discriminatedUnion('sectionType', [ACCORDION, GALLERY, ...OTHERS]),
  z.object({ attachments: z.array(AttachmentView) }),
);

/** Bytes of sections as they are stored. */
export function bytesOf(sections: readonly unknown[]): number {
  return encodeURIComponent(JSON.stringify(sections)).replace(/%../g, '_').length;
}

/** The whole page, as it was sent: `inOrder` puts it in order. Whatever is wrong is said at once, with paths as in the dialogs. */
export const Sections = z
  .array(z.unknown())
  .max(LIMITS.sections, TEXTS.tooManySections)
  .transform((list, context): SectionFields[] => {
    const say = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
    const seen = new Set<string>();
    let rules = 0;
    const read = list.flatMap((section, at) => {
      const result = SectionFields.safeParse(section);
      if (!result.success) {
        for (const { path, message } of result.error.issues) say([at, ...flat(path)], message);
        return [];
      }
      if (seen.has(result.data.clientId)) say([at, 'clientId'], TEXTS.sameSection);
      seen.add(result.data.clientId);
      if (result.data.sectionType === 'Accordion')
        for (const [index, item] of result.data.json.items.entries())
          if (item.isHouseRules && rules++ > 0) say([at, 'items', index, 'isHouseRules'], TEXTS.oneHouseRules);
      return [result.data];
    });
    if (bytesOf(read) > LIMITS.bytes) say([], TEXTS.tooLarge);
    return read;
  }) as unknown as z.ZodType<SectionFields[], SectionInput[]>;

/** The path of a field as its dialog has it: without the `json` between the section and the field. */
function flat(path: readonly PropertyKey[]): PropertyKey[] {
  return path[0] === 'json' ? path.slice(1) : [...path];
}

/** Replaces the draft whose `version` it is. */
export const DraftFields = z.object({ sections: Sections, version: z.int().min(0) });

/** The draft, and what of it is published. */
export const DraftView = z.object({
  version: z.int(),
  /** The version that was published last. The same as `version` if nothing has changed since. */
  publishedVersion: z.int(),
  sections: z.array(SectionView),
  changedAt: Instant,
  changedBy: PersonView.nullable(),
});
export type DraftView = z.infer<typeof DraftView>;

/** The one answer about a community's home. */
export const HomeView = LiveView.extend({
  view: HomePage,
  /** Of the page that is shown. */
  version: z.int(),
  publishedVersion: z.int(),
  publishedAt: Instant,
  /** The next four are only in `draft` and `history`. */
  publishedBy: PersonView.nullable(),
  changedAt: Instant.nullable(),
  changedBy: PersonView.nullable(),
  /** Newest first, the page that is published now among them. Empty but in `history`. */
  history: z.array(PublishedPage),
  /** Those that the viewer may see, in order; empty in `history`. */
  sections: z.array(SectionView),
});
export type HomeView = z.infer<typeof HomeView>;
