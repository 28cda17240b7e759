/**
 * True where `Intl` knows the zone by a name, written as the database of zones writes it: an offset such as `+01:00` has no
 * rules, and databases read its sign otherwise; calendars know no `europe/london`.
 */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Z][^/]*(\/[A-Z][^/]*)*$/.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}
