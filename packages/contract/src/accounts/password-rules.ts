import { lengthOf } from '../core/text.ts';
import { LIMITS } from './schema.ts';

/** How well a password would withstand guessing. `weak` ones are refused, the others are advice. */
export type Strength = { level: 'weak' | 'fair' | 'good' | 'strong'; advice: string };

/** The patterns that every list of leaked passwords is full of. */
const COMMON =
  /^(?:(?:password|qwertz?(?:y|uiop)?|letmein|welcome|iloveyou|admin|folkmoot|abc|azerty|dragon|monkey)[\d!?.@#$-]*)+$/i;

/**
 * Judges a password without a dictionary, by what guessers try first: length counts most (NIST SP 800-63B
 * asks for length and for a list of common ones, and against rules of composition).
 *
 * @param known the person's own names and address, which a guesser would try.
 */
export function passwordStrength(password: string, known: readonly string[] = []): Strength {
  const length = lengthOf(password);
  if (length < LIMITS.password[0]) {
    return { level: 'weak', advice: `${LIMITS.password[0] - length} more to go. Three or four words work well.` };
  }
  if (isCommonPassword(password))
    return { level: 'weak', advice: 'That is one of the first passwords anyone would guess.' };
  const lower = password.toLowerCase();
  if (known.some((word) => word.length > 2 && lower.includes(word.toLowerCase()))) {
    return { level: 'fair', advice: 'Leave your own name out of it.' };
  }
  const distinct = new Set(lower).size;
  if (distinct < 6) return { level: 'fair', advice: 'Use a wider mix of characters.' };
  if (length >= 16 && distinct >= 9) return { level: 'strong', advice: 'Strong. Keep it in a password manager.' };
  return { level: 'good', advice: 'Good. Another word would make it strong.' };
}

/** True for passwords that nobody should use: runs, repeats and the best-known words with digits after them. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return new Set(lower).size < 4 || COMMON.test(lower) || isRun(lower);
}

function isRun(text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return (
    [...steps].filter((step) => step === 1 || step === -1).length === steps.size ||
    /^(?:1234567890|0987654321)+/.test(text)
  );
}
