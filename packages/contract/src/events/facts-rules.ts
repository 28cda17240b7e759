/* What an event's page tells of it. Apart from the rules that refuse something, whose sentences a page that is only read does not need. */

/** The code of the refusal that asks for the passcode. */
export const LOCKED = 'events.locked';

/** Whether so few are left that people should know: five, or a tenth. */
export function isNearlyFull(left: number | null, capacity: number | null): left is number {
  return left !== null && (left <= 5 || (capacity !== null && left * 10 <= capacity));
}

/** True from its first minute on. */
export function hasStarted(event: { start_epoc: number | null; tbdDate: boolean }, now: number): boolean {
  return !event.tbdDate && event.start_epoc !== null && event.start_epoc <= now;
}

/** `12 going`; `12 signed up` to an event that is over or cancelled, since nobody goes there and not all need to have come. Empty for none. */
export function goingLine(count: number, past: boolean): string {
  return count === 0 ? '' : `${count.toLocaleString()} ${past ? 'signed up' : 'going'}`;
}

type Located = {
  tbdLocation: boolean;
  attend_type: 'in_person' | 'virtual' | 'both';
  attend_type_details: { in_person_address: string };
  location: { description: string; locality: string } | null;
};

/** The location as a page shows it beside its area, on one line. */
export function addressOf(event: Located): string {
  return onOneLine(event, streetOf(event));
}

/** The location as it stands alone, such as in an email: with its town. */
export function whereOf(event: Located): string {
  return onOneLine(event, withTown(event));
}

/** The location as programs search for it, such as a calendar's: with its town, and only where people can go. */
export function placeOf(event: Located): string {
  return onOneLine(
    { ...event, attend_type: withTown(event) === '' ? event.attend_type : inPerson(event) },
    withTown(event),
  );
}

const inPerson = ({ attend_type }: Located) => (attend_type === 'both' ? 'in_person' : attend_type);

function streetOf({ location, attend_type_details: details }: Located): string {
  return details.in_person_address || location?.description || location?.locality || '';
}

function withTown(event: Located): string {
  const street = streetOf(event);
  const town = event.location?.locality ?? '';
  return town === '' || street.toLowerCase().includes(town.toLowerCase()) ? street : `${street}, ${town}`;
}

function onOneLine({ tbdLocation, attend_type }: Located, address: string): string {
  if (tbdLocation) return 'To be announced';
  if (attend_type === 'virtual') return 'Online';
  if (attend_type === 'both') return address === '' ? 'Online' : `${address} and online`;
  return address;
}
