import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { isSeen, oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Epoch, Instant } from '../core/time.ts';
import { EventReason, NewEventReport } from '../events/reports-schema.ts';
import { EventCard } from '../events/schema.ts';

export const LIMITS = {
  sections: 20,
  /** Bytes of all sections together, as JSON. */
  bytes: 200 * 1024,
  title: 100,
  /** HTML characters, tags included. */
  description: 2000,
  accordion: 50,
  pictures: 30,
  links: 20,
  cards: 24,
  card: 50,
  bio: 250,
  line: 250,
  button: 50,
  faqs: 50,
  /** Published pages that can be brought back. */
  history: 20,
  newMembers: 8,
} as const;

/** How many events a section shows. */
export const EVENT_COUNTS = [3, 6] as const;

/** The sentence about a text that is too long. */
export const maxText = (most: number) => `Max ${most} characters allowed.` as const;

/** The specification's sentences, and ours beside them. */
export const TEXTS = {
  required: 'This field is required.',
  pictureRequired: 'Please select at least one image.',
  uploadFailed: 'Something went wrong while uploading image.',
  saved: 'Saved!',
  published: 'Published.',
  nothingNew: 'There is nothing new to publish.',
  restored: 'That page is now your draft.',
  reported: 'Thank you. The people who run this site will look at it.',
  dismissed: 'Report dismissed.',
  wrong: 'Something went wrong',
  tooManySections: `A page can have at most ${LIMITS.sections} sections.`,
  tooLarge: 'This page is too large to save. Shorten some texts, or remove a section.',
  sameSection: 'This section is on the page twice.',
  accordionEmpty: 'Add at least one item.',
  accordionFull: `A list can have at most ${LIMITS.accordion} items.`,
  oneHouseRules: 'Only one item of the page can be the house rules.',
  galleryFull: `A gallery can have at most ${LIMITS.pictures} pictures.`,
  linksEmpty: 'Add at least one link.',
  linksFull: `A section can have at most ${LIMITS.links} links.`,
  cardsEmpty: 'Add at least one card.',
  cardsFull: `A section can have at most ${LIMITS.cards} cards.`,
  faqsFull: `A community can have at most ${LIMITS.faqs} questions.`,
  eventCount: 'Choose 3 or 6 events.',
  notMember: 'Choose a member of this community.',
  date: 'Enter a date.',
} as const;

/** One line; may be empty. */
export const line = (most: number) => text({ max: [most, maxText(most)] }).transform(oneLine);

/** One line in which a reader sees something. */
export const requiredLine = (most: number) =>
  text({ required: TEXTS.required, max: [most, maxText(most)] })
    .transform(oneLine)
    .refine(isSeen, TEXTS.required);

/** Rich text, cleaned by the server, in which a reader sees something. */
export const RequiredRich = text({ required: TEXTS.required, max: [LIMITS.description, maxText(LIMITS.description)] })
  .refine((html) => html.trim() === '' || isSeen(html.replace(/<[^>]*>|&nbsp;|&#160;/g, ' ')), TEXTS.required)
  .transform((html) => html.trim());

/** One of the community's questions, shown by a section of the type Faq. */
export const FaqFields = z.object({ title: requiredLine(LIMITS.title), description: RequiredRich });
export type FaqFields = z.infer<typeof FaqFields>;

export const FaqView = z.object({ title: z.string(), description: z.string() });
export type FaqView = z.infer<typeof FaqView>;

/** The whole list. With `version`, it is only replaced if nobody else has changed it since. */
export const FaqList = z.object({
  faqs: z.array(FaqFields).max(LIMITS.faqs, TEXTS.faqsFull),
  version: z.int().min(0).optional(),
});

export const FaqsView = z.object({
  data: z.array(FaqView),
  /** 0 until the list is first saved. */
  version: z.int(),
});
export type FaqsView = z.infer<typeof FaqsView>;

/** Which page is asked for. `draft` and `history` are for holders of MANAGE_HOME. */
export const HomePage = z.enum(['published', 'draft', 'history']);
export type HomePage = z.infer<typeof HomePage>;

/** A page that was published. */
export const PublishedPage = z.object({
  version: z.int(),
  publishedAt: Instant,
  /** Null of the first page, which nobody published, and of people whose account is gone. */
  publishedBy: PersonView.nullable(),
  sections: z.int(),
});
export type PublishedPage = z.infer<typeof PublishedPage>;

export const NewMemberView = PersonView.extend({ joinedAt: Instant });
export type NewMemberView = z.infer<typeof NewMemberView>;

/** What live blocks show to this viewer. A list is empty where no section asks for it, or where there is nothing. */
export const LiveView = z.object({
  /** Up to six, soonest first. A section takes as many as it shows. */
  nextEvents: z.array(EventCard),
  /** Newest first. */
  newMembers: z.array(NewMemberView),
  faqs: z.array(FaqView),
  faqsVersion: z.int(),
  /** People whom cards show, as far as they are members and not hidden from the viewer. */
  people: z.array(PersonView),
  /** How many members are online now: never who. */
  online: z.int(),
});

export const NewHomeReport = NewEventReport;

/** A report of a community's home, as the owner of the installation sees it. */
export const HomeReportView = z.object({
  id: Id,
  reason: EventReason,
  note: z.string(),
  created_epoc: Epoch,
  reporter: PersonView.nullable(),
  community: z.object({ id: Id, slug: z.string(), name: z.string() }),
});
export type HomeReportView = z.infer<typeof HomeReportView>;

export const refusals = {
  private: refusal('home.private', 403, 'This community is private. Ask to join it to see its home.'),
  stale: refusal(
    'home.stale',
    409,
    'Somebody else has changed this page in the meantime. Look at both before you save.',
  ),
  faqsStale: refusal(
    'home.faqs-stale',
    409,
    'Somebody else has changed these questions in the meantime. Look at both before you save.',
  ),
  tooLarge: refusal('home.too-large', 422, TEXTS.tooLarge, 'sections'),
  ownHome: refusal('home.own', 422, 'You can edit this page yourself.'),
  ownerOnly: refusal('home.reports-owner-only', 403, 'Only the owner of this installation can answer these reports.'),
} as const;
