import { Temporal } from 'temporal-polyfill';
import type { Db } from '../core/db/db.ts';
import { insertDigests, listUnplannedZones } from './digests-store.ts';

/** Plans the digest of each of these people for the next morning where they are, unless it is planned already. */
export async function planDigests(db: Db, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  const zones = await listUnplannedZones(db, userIds);
  if (zones.length === 0) return;
  const mornings = zones.map((zone) => ({ zone, at: nextMorning(now, zone) }));
  await insertDigests(db, userIds, mornings);
}

/** The hour at which digests are sent, where the person is. */
const HOUR = 8;

/** The next morning at eight in a time zone; in UTC if the zone is unknown. */
export function nextMorning(now: Date, timeZone: string): Date {
  const here = inZone(now, timeZone);
  const today = here.startOfDay().with({ hour: HOUR });
  const next = Temporal.ZonedDateTime.compare(today, here) > 0 ? today : today.add({ days: 1 });
  return new Date(next.epochMilliseconds);
}

function inZone(now: Date, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  try {
    return instant.toZonedDateTimeISO(timeZone);
  } catch {
    return instant.toZonedDateTimeISO('UTC');
  }
}
