import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { doneWith } from '../core/page.ts';
import { refusals as events } from '../events/schema.ts';
import { refusals } from './refusals-schema.ts';
import { CodeGuest, itemsOf, PageOfTen, WhichGuests } from './schema.ts';

/* What only hosts do: people who came by the code, and sharing what was asked. */

export const listCodeGuests = endpoint('GET /qna/:eventId/guests', {
  backend: 'qna',
  who: 'signedIn',
  perMinute: 120,
  summary: 'Who came by the code, newest first, for hosts; `quiet` of all have done nothing under their name.',
  query: PageOfTen,
  returns: itemsOf(CodeGuest).extend({ quiet: z.int() }),
  refuses: [refusals.notHost],
});

export const removeCodeGuests = endpoint('POST /qna/:eventId/guests/remove', {
  backend: 'qna',
  who: 'signedIn',
  perMinute: 60,
  summary:
    'Remove people who came by the code, for hosts: one, those who have done nothing, or all. Their votes go, and their seats are free. Idempotent.',
  body: z
    .object({ guestId: Id.optional(), which: WhichGuests.optional() })
    .refine(({ guestId, which }) => (guestId === undefined) !== (which === undefined), {
      message: 'Say whom to remove.',
      path: ['which'],
    }),
  returns: doneWith(z.object({ done: z.int() })),
  refuses: [refusals.notHost],
});

export const shareQna = endpoint('POST /qna/:eventId/share', {
  backend: 'qna',
  who: 'signedIn',
  perMinute: 10,
  summary: "Post the questions with their answers into the event's group or a channel, once, for hosts.",
  body: z.object({ conversationId: Id }),
  returns: doneWith(z.object({ conversationId: Id, messageId: Id })),
  refuses: [events.notManaged, refusals.alreadyShared, refusals.nothingToShare, refusals.mayNotShare],
});
