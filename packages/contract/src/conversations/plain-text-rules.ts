import { fullName } from '../accounts/rules.ts';
import type { AuthorView } from './schema.ts';

/** The same shape of a mention as the contract's `mentionedNames`. */
export const MENTION = /(?<![\p{L}\p{N}_@./-])@([a-z0-9][a-z0-9_-]{2,29})/giu;

type Words = { text: string | null; attachments: number };

/**
 * The one-line text for a message, without the marks of its formatting.
 *
 * @param people those whose names are shown in place of their usernames.
 */
export function quoteWords({ text, attachments }: Words, people: ReadonlyMap<string, AuthorView> = NOBODY): string {
  if (text === null) return 'This message cannot be shown.';
  const plain = withNames(text, people)
    .replace(/^\s*>+\s?/gm, '')
    .replace(/<(https?:\/\/[^\s<>]+)>/g, '$1')
    .replace(/[*~`]+/g, '')
    // Not inside a word, such as a file's name.
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain !== '') return plain;
  return attachments === 1 ? 'A file' : `${attachments} files`;
}

const NOBODY: ReadonlyMap<string, AuthorView> = new Map();

/** `@ines` as `@Ines Carvalho`, where that is one of these people. */
function withNames(text: string, people: ReadonlyMap<string, AuthorView>): string {
  if (people.size === 0 || !text.includes('@')) return text;
  const named = new Map([...people.values()].map((person) => [person.username, fullName(person)]));
  return text.replace(MENTION, (whole, username: string) => {
    const name = named.get(username.toLowerCase());
    return name ? `@${name}` : whole;
  });
}
