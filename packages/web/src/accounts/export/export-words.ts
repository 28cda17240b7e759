import type { ExportView } from '@folkmoot/contract/accounts/export-schema.ts';
import { fullDate } from '../../ui/format-date.ts';

/** `340 KB`, `12.4 MB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** What has become of the newest copy; null if there is none. */
export function stateWords({ state, askedAt, readyUntil, nextAt }: ExportView): { title: string; text: string } | null {
  const asked = askedAt === null ? '' : fullDate(askedAt);
  switch (state) {
    case 'none':
      return null;
    case 'preparing':
      return {
        title: 'Your data is being prepared',
        text: 'You can leave this page. We’ll email you when it’s ready.',
      };
    case 'ready':
      return {
        title: 'Your data is ready',
        text: `As of ${asked}. Available until ${readyUntil === null ? '' : fullDate(readyUntil)}.`,
      };
    case 'failed':
      return {
        title: 'Your data could not be prepared',
        text: `Something went wrong on the server. ${nextAt === null ? 'You can try again now.' : `You can try again from ${fullDate(nextAt)}.`}`,
      };
    case 'expired':
      return {
        title: 'Your last copy is no longer available',
        text: `You requested it on ${asked}. Copies are deleted after seven days.`,
      };
  }
}
