import { listEvents } from '@folkmoot/contract/events/api.ts';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { shortWhenOf } from '../../events/times/event-times.ts';

/** The most events that a call lists. */
const MOST = 50;

type Props = {
  /** The last part of the address that is in the field. */
  chosen: string | undefined;
  onChoose: (alias: string) => void;
};

/** Fills in the address of an event that the person hosts. Without such events there is nothing to choose. */
export function OwnEvents({ chosen, onChoose }: Props) {
  const hosting = useQuery(apiQuery(listEvents, { view: 'hosting', page: 1, limit: MOST, search: '' }));
  // Calendars show no private events.
  const events = (hosting.data?.data ?? []).filter(
    ({ status, visibility }) => status === 'published' && visibility !== 'private',
  );
  if (events.length === 0) return null;
  return (
    <Select
      label="Or choose one of your events"
      placeholder="Events you host"
      searchable
      nothingFoundMessage="No event of yours has this name."
      data={events.map((event) => ({ value: event.alias, label: `${event.name}, ${shortWhenOf(event)}` }))}
      value={events.find(({ alias }) => alias === chosen)?.alias ?? null}
      onChange={(alias) => alias !== null && onChoose(alias)}
      allowDeselect={false}
    />
  );
}
