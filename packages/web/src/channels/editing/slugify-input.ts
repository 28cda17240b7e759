/**
 * Tidies a text while it is typed, and says where the caret belongs afterwards: behind what was before it, so that
 * typing in the middle of a name does not jump to its end.
 *
 * @param caret the position of the caret in `raw`, in UTF-16 units as inputs count.
 */
export function tidyAt(raw: string, caret: number, tidy: (text: string) => string): { text: string; caret: number } {
  const text = tidy(raw);
  return { text, caret: Math.min(tidy(raw.slice(0, caret)).length, text.length) };
}

/**
 * Whether everything typed so far was spaces. They have become hyphens on the screen, and the rule about names of
 * only spaces is about what was typed.
 *
 * @param before the same answer for the text before this change, while it was not empty.
 */
export function isOnlySpaces(raw: string, before: boolean): boolean {
  return (
    raw !== '' &&
    [...raw].every((letter) => /\s/u.test(letter) || (before && letter === '-')) &&
    (before || /\s/u.test(raw))
  );
}
