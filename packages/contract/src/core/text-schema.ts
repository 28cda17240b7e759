import { z } from 'zod';
import { lengthOf } from './text.ts';

type Sentences = { required?: string; max?: [number, string]; onlySpaces?: string };

/** A text field with the specification's sentences; limits count code points. The raw input is checked. */
export function text(sentences: Sentences) {
  return z.string(sentences.required).superRefine((raw, context) => {
    const say = (message: string) => context.addIssue({ code: 'custom', message });
    if (sentences.required && raw === '') return say(sentences.required);
    if (sentences.onlySpaces && raw !== '' && raw.trim() === '') return say(sentences.onlySpaces);
    if (sentences.required && raw.trim() === '') return say(sentences.required);
    if (sentences.max && lengthOf(raw) > sentences.max[0]) say(sentences.max[1]);
  });
}

/** True in a query string for `true` and `1`. */
export const QueryFlag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
