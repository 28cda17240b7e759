import { EventScreen } from '../../events/page/EventScreen.tsx';
import { RegistrationCard } from '../../registrations/register/RegistrationCard.tsx';

/** An event's page, with what later slices add to it: tickets, registration, and the guests. */
export function EventPage({ eventId, alias }: { eventId: string; alias: string }) {
  return (
    <EventScreen key={eventId} eventId={eventId} alias={alias} seats={(shown) => <RegistrationCard {...shown} />} />
  );
}
