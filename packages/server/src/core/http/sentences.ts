import { z } from 'zod';

/**
 * The message for a value whose schema has no sentence of its own: a plain one, where the library would talk about
 * types. Forms never send such values; programs do.
 */
export function sentenceFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? REQUIRED : (OF_TYPE[issue.expected] ?? OTHER);
    case 'invalid_value':
      return isMissing(issue.input) ? REQUIRED : 'Choose one of the options.';
    case 'invalid_union':
      return isMissing(issue.input) ? REQUIRED : 'Choose one of the options.';
    case 'too_big':
      return tooMuch(issue.origin, Number(issue.maximum));
    case 'too_small':
      return tooLittle(issue.origin, Number(issue.minimum));
    case 'invalid_format':
      return OF_FORMAT[issue.format] ?? OTHER;
    case 'unrecognized_keys':
      return 'This field is not expected here.';
    default:
      return OTHER;
  }
}

const REQUIRED = 'This field is required.';
const OTHER = 'This value cannot be used here.';

const OF_TYPE: Partial<Record<string, string>> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  tuple: 'This must be a list.',
  object: 'This must be an object.',
  record: 'This must be an object.',
};

const OF_FORMAT: Partial<Record<string, string>> = {
  uuid: 'This is not an id.',
  email: 'This is not an email address.',
  url: 'This is not a web address.',
  datetime: 'This is not a date with a time.',
  date: 'This is not a date.',
};

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}

function tooMuch(origin: string, most: number): string {
  if (origin === 'string') return `This cannot exceed ${most} ${most === 1 ? 'character' : 'characters'}.`;
  if (origin === 'array' || origin === 'set') return `This cannot hold more than ${most}.`;
  return `This cannot be more than ${most}.`;
}

function tooLittle(origin: string, least: number): string {
  if (origin === 'string') return least === 1 ? REQUIRED : `This needs at least ${least} characters.`;
  if (origin === 'array' || origin === 'set') return least === 1 ? REQUIRED : `This needs at least ${least}.`;
  return `This cannot be less than ${least}.`;
}

z.config({ customError: sentenceFor });
