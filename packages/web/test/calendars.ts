import { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { MonthRow, OutsideCard, type SourceView } from '@folkmoot/contract/calendars/sources-schema.ts';
import { EventCard } from '@folkmoot/contract/events/schema.ts';
import { eventView } from './events.ts';

const ID = '0190a3b4-0000-7000-8000-0000000000f0';

/** A community's main calendar, as one of its members sees it. */
export function calendarView(fields: Partial<CalendarView> = {}): CalendarView {
  return CalendarView.parse({
    id: ID,
    alias: 'makers-calendar',
    name: 'Makers calendar',
    description: '',
    cover: null,
    image_map: {},
    tint: 'woad',
    tintChosen: false,
    time_zone: 'Europe/London',
    visibility: 'public',
    isMain: true,
    server: null,
    owner: null,
    subscriberCount: 0,
    role: { role: null },
    subscribed: false,
    mail: false,
    pendingCount: null,
    ...fields,
  });
}

/** An event as lists show it, to somebody who has nothing to do with it. */
export function eventCard({
  viewer,
  ...fields
}: Partial<Omit<EventCard, 'viewer'>> & { viewer?: Partial<EventCard['viewer']> } = {}): EventCard {
  return EventCard.parse({
    ...eventView(),
    id: crypto.randomUUID(),
    where: 'The Old Ropeworks',
    miles: null,
    ...fields,
    viewer: { role: null, status: null, askedRole: null, ...viewer },
  });
}

/** An event in a month. @param start as `2026-05-23T18:00Z`. */
export function monthRow(name: string, start: string, end: string, more: Partial<MonthRow> = {}): MonthRow {
  const at = (text: string) => Date.parse(text) / 1000;
  return MonthRow.parse({
    id: crypto.randomUUID(),
    alias: name.toLowerCase().replaceAll(' ', '-'),
    name,
    status: 'published',
    type: 'internal',
    event_url: '',
    tint: 'woad',
    start_epoc: at(start),
    end_epoc: at(end),
    time_zone: 'Europe/London',
    is_all_day: false,
    ...more,
  });
}

/** An event of an outside feed, as lists show it. */
export function outsideCard(fields: Partial<OutsideCard> = {}): OutsideCard {
  const start = Math.floor(Date.now() / 1000) + 3600;
  return OutsideCard.parse({
    external: true,
    id: crypto.randomUUID(),
    sourceName: 'Alderwick town',
    url: 'https://town.example/fair',
    name: 'River fair',
    status: 'published',
    start_epoc: start,
    end_epoc: start + 3600,
    time_zone: 'Europe/London',
    is_all_day: false,
    tint: 'slate',
    where: 'Both banks',
    text: 'Bring a hat.',
    ...fields,
  });
}

export const NOTHING_LEFT_OUT = { series: 0, events: 0, unreadable: 0, private: 0, ours: 0 };

/** An outside feed that was read five minutes ago. */
export function sourceView(fields: Partial<SourceView> = {}): SourceView {
  const now = Math.floor(Date.now() / 1000);
  return {
    id: crypto.randomUUID(),
    url: 'https://town.example/town.ics',
    name: 'Alderwick town',
    state: 'ok',
    problem: null,
    why: '',
    eventCount: 12,
    leftOut: NOTHING_LEFT_OUT,
    fetched_epoc: now - 300,
    succeeded_epoc: now - 300,
    failing_epoc: null,
    ...fields,
  };
}
