import { accounts } from './accounts/slice.ts';
import { admission } from './admission/slice.ts';
import { blocks } from './blocks/slice.ts';
import { calendars } from './calendars/slice.ts';
import { channels } from './channels/slice.ts';
import { codes } from './codes/slice.ts';
import { communities } from './communities/slice.ts';
import { contacts } from './contacts/slice.ts';
import { conversations } from './conversations/slice.ts';
import { endpointsOf } from './core/slice.ts';
import { events } from './events/slice.ts';
import { groups } from './groups/slice.ts';
import { home } from './home/slice.ts';
import { inbox } from './inbox/slice.ts';
import { invitations } from './invitations/slice.ts';
import { links } from './links/slice.ts';
import { mailings } from './mailings/slice.ts';
import { media } from './media/slice.ts';
import { notifications } from './notifications/slice.ts';
import { participations } from './participations/slice.ts';
import { payments } from './payments/slice.ts';
import { personal } from './personal/slice.ts';
import { places } from './places/slice.ts';
import { qna } from './qna/slice.ts';
import { questionnaires } from './questionnaires/slice.ts';
import { registrations } from './registrations/slice.ts';
import { reports } from './reports/slice.ts';
import { saved } from './saved/slice.ts';
import { search } from './search/slice.ts';
import { support } from './support/slice.ts';
import { telemetry } from './telemetry/slice.ts';
import { threads } from './threads/slice.ts';
import { tickets } from './tickets/slice.ts';
import { writing } from './writing/slice.ts';

/** Every slice, in order: each may use those before it, and offers hooks to them. */
export const SLICES = [
  ...[accounts, blocks, media, writing, communities, conversations, channels, personal, inbox, threads, saved],
  ...[
    notifications,
    mailings,
    reports,
    places,
    participations,
    events,
    questionnaires,
    calendars,
    payments,
    tickets,
    codes,
    registrations,
    admission,
  ],
  ...[groups, contacts, invitations, qna, home, links, search, telemetry, support],
];

/** The contract's endpoints, by name. */
export const ENDPOINTS = endpointsOf(SLICES);
