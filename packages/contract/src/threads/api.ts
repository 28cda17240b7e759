import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Cursor, cursorPage } from '../core/page.ts';
import { FollowedThread, People } from './schema.ts';

export const listThreads = endpoint('GET /api/v1/threads', {
  who: 'signedIn',
  perMinute: 300,
  summary: 'The threads that you follow: those with something new first, then the one with the newest reply.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(FollowedThread).extend({ people: People }),
});
