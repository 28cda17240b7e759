import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Cursor, cursorPage } from '../core/page.ts';
import { refusals as core } from '../core/problem.ts';
import { lengthOf } from '../core/text.ts';
import { TimeZone } from '../core/time.ts';
import { People } from '../inbox/schema.ts';
import { HitView, LIMITS } from './schema.ts';

export const searchMessages = endpoint('GET /api/v1/search/messages', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Messages you may read, by words and by from:, in:, has:, before:, after: and on:, newest first.',
  query: z.object({
    search: z
      .string()
      .refine((raw) => lengthOf(raw) <= LIMITS.search, `A search cannot exceed ${LIMITS.search} characters.`),
    /** Only in this community. */
    serverId: Id.optional(),
    /** Only in this conversation and its threads. */
    conversationId: Id.optional(),
    /** In which days begin and end. */
    timeZone: TimeZone.default('UTC'),
    cursor: Cursor.optional(),
  }),
  returns: cursorPage(HitView).extend({
    people: People,
    /** Parts of the search that matched no person, conversation or day; then nothing is found. */
    notes: z.array(z.string()),
  }),
  refuses: [core.notFound],
});
