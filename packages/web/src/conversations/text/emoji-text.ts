import { isEmoji } from '@folkmoot/contract/core/text.ts';

/** The most emoji that are shown large. */
const FEW = 5;

/** Whether a text is nothing but one to a few emoji. */
export function isFewEmoji(text: string): boolean {
  // Most texts are longer than any five emoji, and are not taken apart.
  if (text.length > 100) return false;
  const parts = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment).filter((one) => one.trim());
  return parts.length > 0 && parts.length <= FEW && parts.every(isEmojiShown);
}

/** With or without the variation selector that asks for the picture, as in ❤️ and ❤. */
function isEmojiShown(part: string): boolean {
  return isEmoji(part) || isEmoji(`${part}\uFE0F`);
}
