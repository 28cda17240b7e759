import { EventView } from '@folkmoot/contract/events/schema.ts';
import { NOWHERE } from '@folkmoot/contract/places/schema.ts';
import { TicketView } from '@folkmoot/contract/tickets/schema.ts';

const ID = '0190a3b4-0000-7000-8000-000000000001';
const DAY = 86_400;

/** A published event in a week, open to all, that nobody has registered for. */
export function eventView({
  viewer,
  ...fields
}: Partial<Omit<EventView, 'viewer'>> & { viewer?: Partial<EventView['viewer']> } = {}): EventView {
  const start = Math.floor(Date.now() / 1000 / 3600) * 3600 + 7 * DAY;
  return EventView.parse({
    id: ID,
    event_id: ID,
    alias: 'kiln-opening',
    name: 'Kiln opening',
    summary: '',
    description: '',
    status: 'published',
    type: 'internal',
    event_url: '',
    visibility: 'public',
    privateEvent: false,
    server: null,
    hosts: [],
    start_epoc: start,
    end_epoc: start + 7200,
    time_zone: 'Europe/London',
    is_all_day: false,
    tbdDate: false,
    tbdLocation: false,
    attend_type: 'in_person',
    attend_type_details: { virtual_address: '', in_person_address: 'The Old Ropeworks' },
    location: NOWHERE,
    cover: null,
    coverCredit: null,
    image_map: {},
    tint: 'russet',
    tintChosen: false,
    capacity: null,
    seatsLeft: null,
    goingCount: 0,
    waitingCount: 0,
    totalInvited: 0,
    require_approval: false,
    waitlist: true,
    showGuests: true,
    faces: [],
    registration_opens_epoc: null,
    registration_closes_epoc: null,
    hasQuestions: false,
    hasPasscode: false,
    published_epoc: start - 10 * DAY,
    cancelled_epoc: null,
    cancelMessage: '',
    stripe_account_id: null,
    monetary_type_details: null,
    calendar_id: null,
    calendar: null,
    ...fields,
    viewer: {
      participationId: null,
      role: null,
      status: null,
      ticketId: null,
      ticketName: null,
      waitlistPosition: null,
      offer_expires_epoc: null,
      hold_expires_epoc: null,
      checkedIn: false,
      approved: false,
      manages: false,
      askedRole: null,
      refund: null,
      ...viewer,
    },
  });
}

/** A free ticket without a limit of its own. */
export function ticketView(fields: Partial<TicketView> = {}): TicketView {
  return TicketView.parse({
    id: crypto.randomUUID(),
    name: 'Day pass',
    description: 'Stalls and music',
    type: 'free',
    price: 0,
    currency: null,
    is_refundable: false,
    refund_policy: [],
    fee_bearer: 'buyer',
    vat_rate: null,
    fee: 0,
    fee_percent: 5,
    capacity: null,
    left: null,
    taken: 0,
    ...{ is_hidden: false, is_archived: false, require_approval: false, sale_starts_epoc: null, sale_ends_epoc: null },
    ...fields,
  });
}

/** A page of tickets as the server answers it. @param count how many there are on all pages. */
export const ticketsPage = (tickets: TicketView[], count = tickets.length) => ({
  ...{ data: tickets, count, needed: count > 0, takesCodes: false },
});
