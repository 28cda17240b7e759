import { z } from 'zod';
import { refusals as conversations } from '../conversations/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Cursor, cursorPage, Done } from '../core/page.ts';
import { People, refusals, SavedView } from './schema.ts';

export const listSaved = endpoint('GET /api/v1/saved', {
  who: 'signedIn',
  perMinute: 300,
  summary: 'The messages that you have saved, the last one first. Only you see them.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(SavedView).extend({ people: People }),
});

export const listSavedIds = endpoint('GET /api/v1/saved/ids', {
  who: 'signedIn',
  perMinute: 300,
  summary: 'The ids of all messages that you have saved.',
  returns: z.object({ data: z.array(Id) }),
});

export const saveMessage = endpoint('PUT /api/v1/conversations/:conversationId/messages/:messageId/saved', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Save a message for yourself. Idempotent.',
  returns: Done,
  refuses: [refusals.tooMany, conversations.deleted],
});

export const unsaveMessage = endpoint('DELETE /api/v1/conversations/:conversationId/messages/:messageId/saved', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Remove a message from those that you have saved, also one that you cannot read any more. Idempotent.',
  returns: Done,
});

/** To the person's own sockets: a message was saved or removed, here or on another device. */
export const savedChanged = liveEvent('saved.changed', z.object({ messageId: Id, saved: z.boolean() }));
