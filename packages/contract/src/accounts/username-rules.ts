import { fold } from '../core/text.ts';
import { OFFICIAL_WORDS } from './rules.ts';

/** Characters of a username that is made for somebody: room is left for a hyphen and a number. */
const MADE = { least: 3, most: 24 } as const;

/**
 * The first of these texts that makes a username, in the form of one: `Søren Ødegård` is `soren-odegard`. Empty if too
 * little is left of each of them, or if it would speak for the installation.
 */
export function usernameFrom(...texts: string[]): string {
  const made = texts.map((text) =>
    fold(text)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .slice(0, MADE.most)
      .replace(/-$/, ''),
  );
  return made.find((name) => name.length >= MADE.least && !OFFICIAL_WORDS.has(name)) ?? '';
}
