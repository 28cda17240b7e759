import { z } from 'zod';
import { readLinkAddress, readWebAddress } from './addresses.ts';

/** The specification's sentences about addresses. */
export const ADDRESS_TEXTS = {
  required: 'This field is required.',
  url: 'Please enter valid URL.',
  link: 'Please enter valid URL or email.',
} as const;

const read = (reader: (typed: string) => string | null, wrong: string) =>
  z.string(ADDRESS_TEXTS.required).transform((typed, context) => {
    const address = reader(typed);
    if (address !== null) return address;
    context.addIssue({ code: 'custom', message: typed.trim() === '' ? ADDRESS_TEXTS.required : wrong });
    return z.NEVER;
  });

/** A web address; its value is the one that is stored. */
export const OutsideAddress = read(readWebAddress, ADDRESS_TEXTS.url);

/** The same, or nothing. */
export const OptionalAddress = z.string().transform((typed, context) => {
  if (typed.trim() === '') return '';
  const address = readWebAddress(typed);
  if (address !== null) return address;
  context.addIssue({ code: 'custom', message: ADDRESS_TEXTS.url });
  return z.NEVER;
});

/** A web or email address, for the text of a link. */
export const LinkAddress = read(readLinkAddress, ADDRESS_TEXTS.link);

/** The link that people add to rich text; without a text, its address is shown. */
export const LinkFields = z.object({
  text: z
    .string()
    .max(500, 'Max 500 characters allowed.')
    .transform((raw) => raw.trim())
    .default(''),
  link: LinkAddress,
});
