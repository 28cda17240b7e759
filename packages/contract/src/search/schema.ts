import { z } from 'zod';
import { MessageView } from '../conversations/schema.ts';
import { OriginView } from '../inbox/schema.ts';

/**
 * `search`: code points of what is typed. `terms`: words and phrases that are looked for, `words`: what these have in all;
 * the rest is left out.
 */
export const LIMITS = { search: 300, terms: 12, words: 40, page: 20 } as const;

/** What a message can have, for `has:`. */
export const KINDS = ['link', 'file', 'image', 'video', 'pin', 'thread'] as const;
export type Kind = (typeof KINDS)[number];

/** Operators that a search understands; anything else before a colon is a plain word. */
export const OPERATORS = ['from', 'in', 'has', 'before', 'after', 'on'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A message that was found, where it was sent, and the parts of its text that matched, as they are written. */
export const HitView = z.object({ origin: OriginView, message: MessageView, words: z.array(z.string()) });
export type HitView = z.infer<typeof HitView>;

/** Why a part of the search matched nothing, a sentence each. */
export const sentences = {
  nobody: (name: string) => `No one you can see is called “${name}”.`,
  nowhere: (name: string) => `You have no channel or conversation called “${name}”.`,
  noKind: (kind: string) => `“has:${kind}” is not a known filter. Use has: with ${KINDS.join(', ')}.`,
  noDay: (part: string) => `“${part}” is not a day. Write it like 2026-03-21, today or yesterday.`,
} as const;
