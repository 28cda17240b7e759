import * as accounts from '@folkmoot/contract/accounts/api.ts';
import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as channels from '@folkmoot/contract/channels/api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import * as conversations from '@folkmoot/contract/conversations/api.ts';
import { type Endpoint, endpointsIn } from '@folkmoot/contract/core/endpoint.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as eventReports from '@folkmoot/contract/events/reports-api.ts';
import * as inbox from '@folkmoot/contract/inbox/api.ts';
import * as media from '@folkmoot/contract/media/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import * as places from '@folkmoot/contract/places/api.ts';
import * as questionnaires from '@folkmoot/contract/questionnaires/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import * as reports from '@folkmoot/contract/reports/api.ts';
import * as search from '@folkmoot/contract/search/api.ts';
import * as tickets from '@folkmoot/contract/tickets/api.ts';

/** The contract's endpoints, by name. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  [
    accounts,
    blocks,
    media,
    communities,
    conversations,
    channels,
    personal,
    reports,
    inbox,
    places,
    search,
    events,
    eventReports,
    questionnaires,
    tickets,
    registrations,
  ].flatMap((api) => {
    const all = new Set(endpointsIn(api));
    return Object.entries(api).filter((entry): entry is [string, Endpoint] => all.has(entry[1] as Endpoint));
  }),
);
