import type { SkinTone } from 'frimousse';
import { recall, remember } from '../../core/storage.ts';

/** One row of the picker. */
const KEPT = 9;
const RECENT = 'emoji.recent';
const TONE = 'emoji.tone';

/** The emoji that were picked last in this browser, the latest first. */
export function recentEmoji(): readonly string[] {
  return (recall(RECENT) ?? '').split(' ').filter((emoji) => emoji !== '');
}

/** Puts an emoji in front of those picked before. */
export function rememberEmoji(emoji: string): void {
  remember(RECENT, [emoji, ...recentEmoji().filter((one) => one !== emoji)].slice(0, KEPT).join(' '));
}

/** The skin tones, in the order in which emoji data lists them after the plain one. */
export const SKIN_TONES: readonly SkinTone[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'];

/** The skin tone that was chosen in this browser. */
export function chosenTone(): SkinTone {
  return SKIN_TONES.find((tone) => tone === recall(TONE)) ?? 'none';
}

/** Keeps a choice of skin tone. */
export function rememberTone(tone: SkinTone): void {
  remember(TONE, tone === 'none' ? undefined : tone);
}
