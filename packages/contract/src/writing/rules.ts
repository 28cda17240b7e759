import { lengthOf } from '../core/text.ts';
import type { ContentLength, ContentStyle, Wish } from './schema.ts';

/*
 * What a language model is asked for, and what is kept of its answer. Pure.
 */

export type Subject = 'community' | 'event';

const WORDS: Readonly<Record<ContentLength, number>> = { Short: 50, Medium: 100, Long: 180 };
const TONES: Readonly<Record<ContentStyle, string>> = {
  Playful: 'playful and light-hearted',
  Casual: 'friendly and relaxed',
  Formal: 'polite and formal',
};

/** The instructions that go with every prompt. Nothing about the person or the community is in them. */
export function instructionsFor(subject: Subject, { content_length, content_style }: Wish): string {
  const thing = subject === 'event' ? 'an event' : 'a community';
  return [
    `Write the description of ${thing} for its page, from what the next message says.`,
    `The tone is ${TONES[content_style]}. Write about ${WORDS[content_length]} words, in the language of the message.`,
    'Answer with the description alone: plain text in short paragraphs, without a title, lists, Markdown, HTML, links or email addresses.',
    'Make up no facts: no dates, prices, places or names that the message does not give.',
  ].join(' ');
}

/** Room for the answer, with some for a model that thinks before it writes. */
export function tokensFor({ content_length }: Wish): number {
  return 1500 + 4 * WORDS[content_length];
}

/** What a model thought before it wrote, also where it never stopped thinking. */
const THOUGHTS = /<(think|thinking|reasoning|analysis)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi;
/** The end of thoughts whose beginning the service has cut off. */
const THOUGHTS_END = /^[\s\S]*<\/(think|thinking|reasoning|analysis)\s*>/i;
const HIDDEN = /<(script|style|template|iframe|object)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi;
const BREAKS = /<(br|p|div|li|h[1-6])\b[^>]{0,1000}>/gi;
const TAGS = /<\/?[a-z!][^>]{0,1000}>/gi;
const ADDRESSES =
  /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)\S+|\b(?:mailto|tel|javascript|data):\S+|[^\s@<>()]{1,100}@[^\s@<>()]{1,250}\.[^\s@<>()]{1,60}/gi;
const LINKS = /!?\[([^\][\n]{0,300})\]\([^)\n]{0,1000}\)/g;
const FENCES = /^[^\S\n]*(```|~~~).*$/gm;
const HEADS = /^[^\S\n]{0,3}(#{1,6}\s+|>\s?|[-*+]\s+|\d{1,3}[.)]\s+)/gm;
const MARKS = /(\*\*|__|~~|`|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}]))/gu;
const UNSEEN = /[\p{Cc}\u200B-\u200F\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu;
const QUOTES = /^(["“„«])([\s\S]*)(["”“»])$/;

/** What a model wrote without what it thought. */
const withoutThoughts = (raw: string): string => raw.replace(THOUGHTS, ' ').replace(THOUGHTS_END, ' ');

/** One pass over what a model wrote. */
function cleaned(raw: string): string {
  const bare = raw
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, ' ')
    .replace(BREAKS, '\n')
    .replace(TAGS, '')
    .replace(FENCES, '')
    .replace(LINKS, '$1')
    .replace(ADDRESSES, '')
    .replace(HEADS, '')
    .replace(MARKS, '')
    .split('\n')
    .map((line) =>
      line
        .replace(UNSEEN, '')
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ +([,.;:!?])/g, '$1')
        .trim(),
    )
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const [, , inside] = QUOTES.exec(bare) ?? [];
  return inside !== undefined && !/["“”„«»]/.test(inside) ? inside.trim() : bare;
}

/** Characters of an answer that are looked at, with what the model thought, and without. Both are more than any description has. */
const MOST_READ = 50_000;
const MOST_CLEANED = 8000;

/** How often an answer is cleaned: what is left of a removed piece may form another one. */
const PASSES = 5;

/**
 * The plain text of an answer: without tags, addresses, Markdown and what the model thought, at most `most` characters long and cut at
 * the end of a sentence.
 *
 * @returns the empty string if nothing is left.
 */
export function plainAnswer(raw: string, most: number): string {
  const text = settled(withoutThoughts(raw.slice(0, MOST_READ)).slice(0, MOST_CLEANED));
  // Whatever still looks like a tag cannot become one, nor hold an address apart.
  return cutAtSentence(settled(text.replace(/[<>]/g, '')), most).trim();
}

/** Cleaned until nothing changes. */
function settled(text: string): string {
  let now = text;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const next = cleaned(withoutThoughts(now));
    if (next === now) break;
    now = next;
  }
  return now;
}

/** The ends of sentences, with the quotes and brackets that close behind them. */
const SENTENCE_END = /(?:[.!?…]+["”’»)\]]*(?=\s|$)|[。！？]+[」』）]*)/gu;

/** At most `most` code points, whole sentences if there is one, else whole words. */
export function cutAtSentence(text: string, most: number): string {
  if (lengthOf(text) <= most) return text;
  const start = [...text].slice(0, most).join('');
  let end = 0;
  for (const match of start.matchAll(SENTENCE_END)) {
    const at = match.index + match[0].length;
    // At the very end of what is left, the sentence may go on behind it.
    if (at < start.length || /^\s/.test(text.slice(at))) end = at;
  }
  if (end > 0) return start.slice(0, end);
  const space = start.search(/\s\S*$/);
  return (space > 0 ? start.slice(0, space) : start).trim();
}
