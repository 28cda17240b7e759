/** `9:41` of a hold that is left; with hours from an hour on. @param seconds whole. */
export function countdown(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** What is read out of a countdown: once from five minutes on, and once from one minute on. Empty before and after. */
export function readOut(seconds: number): string {
  if (seconds <= 0 || seconds > 300) return '';
  return seconds <= 60 ? 'Your place is held for one more minute.' : 'Your place is held for five more minutes.';
}
