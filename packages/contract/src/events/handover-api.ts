import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Done } from '../core/page.ts';
import { refusals } from './schema.ts';

export const handOverEvent = endpoint('POST /api/v1/events/:eventId/handover', {
  who: 'signedIn',
  summary:
    'Hand an event over to another of its hosts, who becomes its creator. The previous creator stays on as a host.',
  body: z.object({ userId: Id }),
  returns: Done,
  refuses: [refusals.notTheCreator, refusals.takerHostsNot],
});
