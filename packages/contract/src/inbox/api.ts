import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Cursor, cursorPage, Done } from '../core/page.ts';
import { Instant } from '../core/time.ts';
import { MentionView, People, UnreadView } from './schema.ts';

export const listUnread = endpoint('GET /api/v1/inbox/unread', {
  who: 'signedIn',
  perMinute: 300,
  summary:
    'Every conversation with unread messages that you want to be notified of: those meant for you first, then newest first.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(UnreadView).extend({ people: People }),
});

export const listMentions = endpoint('GET /api/v1/inbox/mentions', {
  who: 'signedIn',
  perMinute: 300,
  summary: 'Messages that mention you, read and unread, newest first.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(MentionView).extend({ people: People }),
});

export const readAll = endpoint('PUT /api/v1/inbox/read', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Mark everything as read, or everything in one community.',
  body: z.object({ serverId: Id.optional() }),
  returns: Done,
});

export const muteCommunity = endpoint('PUT /api/v1/inbox/mute', {
  who: 'signedIn',
  perMinute: 60,
  summary:
    'Mute every channel of a community that you are in, until a moment; a distant date mutes for good, null unmutes.',
  body: z.object({ serverId: Id, mutedUntil: Instant.nullable() }),
  returns: Done,
});
