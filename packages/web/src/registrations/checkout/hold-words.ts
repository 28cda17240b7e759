/** `9:41` of a hold that is left; with hours from an hour on. @param seconds whole. */
export function countdown(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/**
 * What is read out of a countdown: how long it is at first, and again once from five minutes on, and once from one minute on. Empty
 * after it.
 *
 * @param first the seconds that were left when it was first shown.
 */
export function readOut(seconds: number, first: number): string {
  if (seconds <= 0) return '';
  if (seconds > 300) return `Your place is held for ${lasting(first)}.`;
  return seconds <= 60 ? 'Your place is held for one more minute.' : 'Your place is held for five more minutes.';
}

function lasting(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
