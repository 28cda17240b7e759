import { zoneCity } from './event-times.ts';

/* Time zones in words: `London, BST (GMT+1)`. */

/** What a zone is called at an instant, in Unix milliseconds. */
export function zoneLabel(zone: string, at: number = Date.now()): string {
  const city = zoneCity(zone);
  // Engines differ on how they write no offset at all.
  const [name, offset] = [partOf(zone, at, 'short'), partOf(zone, at, 'shortOffset').replace(/^GMT\+0$/, 'GMT')];
  return name === offset || name === '' || name === city ? `${city} (${offset})` : `${city}, ${name} (${offset})`;
}

function partOf(timeZone: string, at: number, timeZoneName: 'short' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Every zone this browser knows, and UTC, which some leave out. */
export function allZones(): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes('UTC') ? known : [...known, 'UTC'];
}
