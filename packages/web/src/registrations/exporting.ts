import { SOMETHING_WRONG } from '@folkmoot/contract/core/problem.ts';
import { currentAccess } from '../core/token.ts';

/**
 * Fetches the guest list as a file and hands it to the browser to keep. The call carries the session as every other, so a
 * plain link would not do.
 */
export async function saveGuests(eventId: string, query: Record<string, string>, fileName: string): Promise<void> {
  const access = await currentAccess();
  const address = `/api/v1/events/${eventId}/participations/export.csv?${new URLSearchParams(query)}`;
  const reply = await fetch(address, { headers: access ? { authorization: `Bearer ${access.token}` } : {} });
  if (!reply.ok) throw new Error(SOMETHING_WRONG);
  const url = URL.createObjectURL(await reply.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
