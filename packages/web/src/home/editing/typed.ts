import type { FaqView } from '@folkmoot/contract/home/schema.ts';
import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { hasShape, recall, remember } from '../../core/storage.ts';
import { TYPE_NAMES } from '../words.ts';

/** What is in the open dialog of a section, and where the section belongs. */
export type TypedSection = {
  section: SectionView;
  isNew: boolean;
  /** The section that a new one comes after; the end of the page without it. */
  after?: string | undefined;
};

/** What is in the open dialog of the questions, and the version that they began as. */
export type TypedFaqs = { version: number; items: FaqView[] };

/**
 * What was typed into a dialog of the editor when its page went away without closing it: the session ended elsewhere, the page was
 * loaded again, the browser stopped. Closing the dialog forgets it, and so does signing out.
 */
export type TypedStore<Typed> = {
  recall: () => Typed | undefined;
  remember: (typed: Typed | undefined) => void;
};

/** @param place names the person and the community. */
export function typedSections(place: string): TypedStore<TypedSection> {
  return storeOf(`draft.home-dialog.${place}`, readSection);
}

/** @param place names the person and the community. */
export function typedFaqs(place: string): TypedStore<TypedFaqs> {
  return storeOf(`draft.faqs.${place}`, readFaqs);
}

function storeOf<Typed>(key: string, read: (stored: unknown) => Typed | undefined): TypedStore<Typed> {
  return {
    recall: () => {
      try {
        return read(JSON.parse(recall(key) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    remember: (typed) => remember(key, typed && JSON.stringify(typed)),
  };
}

function readSection(stored: unknown): TypedSection | undefined {
  if (!hasShape<TypedSection>(stored, { section: 'object', isNew: 'boolean' })) return undefined;
  const { section } = stored;
  const kinds = {
    clientId: 'string',
    sectionType: 'string',
    title: 'string',
    audience: 'string',
    json: 'object',
  } as const;
  if (!hasShape<SectionView>(section, kinds) || !Object.hasOwn(TYPE_NAMES, section.sectionType)) return undefined;
  const { items } = section.json as { items?: unknown };
  const lists = [section.attachments, ...(items === undefined ? [] : [items])];
  return lists.every(isListOfObjects) ? stored : undefined;
}

function readFaqs(stored: unknown): TypedFaqs | undefined {
  if (!hasShape<TypedFaqs>(stored, { version: 'number', items: 'object' })) return undefined;
  const { items } = stored;
  const whole =
    isListOfObjects(items) && items.every((item) => hasShape(item, { title: 'string', description: 'string' }));
  return whole ? stored : undefined;
}

function isListOfObjects(value: unknown): value is object[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
}
