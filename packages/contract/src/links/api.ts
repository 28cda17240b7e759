import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { LIMITS, LinkCard, LinkPath, People } from './schema.ts';

export const listLinkCards = endpoint('POST /api/v1/links/cards', {
  who: 'signedIn',
  perMinute: 120,
  summary:
    'What links of this installation lead to: events, channels and messages. Those that you may not see are left out, like those that lead nowhere.',
  body: z.object({ links: z.array(LinkPath).min(1).max(LIMITS.perCall) }),
  returns: z.object({ data: z.array(LinkCard), people: People }),
});
