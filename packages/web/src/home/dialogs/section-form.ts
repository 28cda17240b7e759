import {
  Audience,
  SECTION_FIELDS,
  type SectionType,
  type SectionView,
} from '@folkmoot/contract/home/sections-schema.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import type { z } from 'zod';

/** What the form of every section has. */
export type SectionForm = { title: string; audience: SectionView['audience'] };

/** Where a dialog gets its section from, and hands it back to. */
export type SectionDialogProps<Type extends SectionType> = {
  section: Extract<SectionView, { sectionType: Type }>;
  /** Whether it is not on the page yet. */
  isNew: boolean;
  /** What the server refused of it, by path. */
  errors?: Readonly<Record<string, string>>;
  /** Whether it holds what was typed before the page went away. */
  restored?: boolean;
  /** Called with what is in the dialog whenever it changes, and with undefined once there is nothing to lose. */
  onType?: (section: SectionView | undefined) => void;
  /** Keeps it. @throws ApiError with the sentences for its fields. */
  onSave: (section: SectionView) => Promise<{ message: string }>;
};

/** The contract's rules of a type's form, with who sees it. */
export function rulesOf<Type extends SectionType>(sectionType: Type) {
  return SECTION_FIELDS[sectionType].extend({ audience: Audience }) as z.ZodObject;
}

/** The section with what was typed, as it is stored. */
export function filled(
  section: SectionView,
  typed: SectionForm & Record<string, unknown>,
  attachments: readonly AttachmentView[] = section.attachments,
): SectionView {
  const { title, audience, ...json } = rulesOf(section.sectionType).parse(typed) as SectionForm &
    Record<string, unknown>;
  return { ...section, title, audience, json, attachments: [...attachments] } as unknown as SectionView;
}

/** The first values of its form. */
export function valuesOf<Json extends object>({
  title,
  audience,
  json,
}: SectionForm & { json: Json }): SectionForm & Json {
  return { ...structuredClone(json), title, audience };
}
