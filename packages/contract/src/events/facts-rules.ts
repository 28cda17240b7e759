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

/** The location, on one line. */
export function addressOf(event: {
  tbdLocation: boolean;
  attend_type: 'in_person' | 'virtual' | 'both';
  attend_type_details: { in_person_address: string };
  location: { description: string; locality: string } | null;
}): string {
  if (event.tbdLocation) return 'To be announced';
  const { location } = event;
  const address = event.attend_type_details.in_person_address || location?.description || location?.locality || '';
  if (event.attend_type === 'virtual') return 'Online';
  if (event.attend_type === 'both') return address === '' ? 'Online' : `${address} and online`;
  return address;
}
