import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Done } from '../core/page.ts';
import { Epoch } from '../core/time.ts';
import { refusals as events } from '../events/schema.ts';
import { Audience, MessagePreview, MessageView, refusals } from './messages-schema.ts';
import { EmailContent, refusals as letters } from './schema.ts';

export const listGuestMessages = endpoint('GET /api/v1/events/:eventId/messages', {
  who: 'signedIn',
  summary:
    'Messages that were sent to guests of an event, or will be, newest first. They are taken back and stopped as mailings are.',
  returns: z.object({ data: z.array(MessageView) }),
  refuses: [events.notManaged],
});

export const previewGuestMessage = endpoint('POST /api/v1/events/:eventId/messages/preview', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'How many guests a message would reach, and why others would be left out. Sends nothing.',
  body: z.object({ to: Audience }),
  returns: MessagePreview,
  refuses: [events.notManaged],
});

export const testGuestMessage = endpoint('POST /api/v1/events/:eventId/messages/test', {
  who: 'signedIn',
  perMinute: 6,
  summary: 'Emails a message to the caller alone, as guests would get it.',
  body: z.object({ emailContent: EmailContent }),
  returns: Done,
  refuses: [events.notManaged, letters.bodyBlank],
});

export const sendGuestMessage = endpoint('POST /api/v1/events/:eventId/messages', {
  who: 'signedIn',
  perMinute: 30,
  summary:
    'Emails guests of an event: half a minute from now, until which it can be taken back, or at `send_at`, when it is asked again who fits. Idempotent by `id`.',
  body: z.object({
    id: Id,
    emailContent: EmailContent,
    to: Audience,
    send_at: Epoch.nullish(),
    /** Of the preview that the caller has seen; only for a message that leaves now. */
    digest: z.string().max(100).optional(),
  }),
  returns: z.object({ message: z.string(), data: z.object({ mailingId: Id, count: z.int(), startsAt: z.int() }) }),
  refuses: [
    events.notManaged,
    letters.bodyBlank,
    letters.tooMany,
    refusals.noReaders,
    refusals.readersChanged,
    refusals.past,
    refusals.far,
    refusals.draft,
    refusals.manyUnconfirmed,
    refusals.manyMessages,
  ],
});
