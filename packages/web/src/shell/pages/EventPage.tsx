import { EventScreen } from '../../events/page/EventScreen.tsx';
import { Seats } from '../../registrations/register/RegistrationCard.tsx';

/** An event's page, with what later slices add to it: its tickets, registration, and who is going. */
export function EventAt({ eventId, alias }: { eventId: string; alias: string }) {
  return <EventScreen key={eventId} eventId={eventId} alias={alias} seats={(shown) => <Seats {...shown} />} />;
}
