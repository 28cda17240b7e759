/* Time zones in words: `London, BST (GMT+1)`. */

/** Towns that browsers still list under an older spelling. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/** The town that a zone is named after. */
export function zoneCity(zone: string): string {
  return RENAMED[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** What a zone is called at an instant, in Unix milliseconds. */
export function zoneLabel(zone: string, at: number = Date.now()): string {
  const city = zoneCity(zone);
  // Engines differ on how they write no offset at all.
  const [name, offset] = [partOf(zone, at, 'short'), partOf(zone, at, 'shortOffset').replace(/^GMT\+0$/, 'GMT')];
  return name === offset || name === '' || name === city ? `${city} (${offset})` : `${city}, ${name} (${offset})`;
}

/** `London, BST`, or with its offset where it has no name. */
export function zoneName(zone: string, at: number = Date.now()): string {
  const label = zoneLabel(zone, at);
  return label.includes(', ') ? label.replace(/ \([^)]*\)$/, '') : label;
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
