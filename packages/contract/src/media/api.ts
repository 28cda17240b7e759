import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Cursor, cursorPage, Done, PAGE } from '../core/page.ts';
import { QueryFlag } from '../core/text-schema.ts';
import {
  Alt,
  AttachmentView,
  FilePurpose,
  FileType,
  NewUpload,
  PlacedAttachment,
  refusals,
  UploadAddress,
} from './schema.ts';
import { StockDownload, StockPage, StockQuery } from './stock-schema.ts';

export const startUpload = endpoint('POST /api/v1/attachments/uploads', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Ask for an address to send one file to, once, within 15 minutes.',
  body: NewUpload,
  returns: z.object({ data: UploadAddress }),
  refuses: [
    refusals.notAccepted,
    refusals.empty,
    refusals.tooLarge,
    refusals.pictureTooLarge,
    refusals.tooManyUnused,
    refusals.noSuchVideo,
  ],
});

export const completeUpload = endpoint('POST /api/v1/attachments/uploads/:attachmentId/complete', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Say that the bytes are there: they are checked, and variants are made. Again is quiet.',
  returns: AttachmentView,
  refuses: [refusals.notArrived, refusals.lessThanSaid, refusals.noPicture, refusals.heic, refusals.pictureTooLarge],
});

export const describeAttachment = endpoint('PATCH /api/v1/attachments/:attachmentId', {
  who: 'signedIn',
  summary: 'Say what is to be seen in a file of one’s own.',
  body: z.object({ alt: Alt }),
  returns: AttachmentView,
  refuses: [refusals.archived],
});

export const discardUpload = endpoint('DELETE /api/v1/attachments/uploads/:attachmentId', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Give up an upload of one’s own that nothing uses yet.',
  returns: Done,
});

const MediaQuery = z.object({
  serverId: Id.optional(),
  /** Leaves the authors out. */
  trimmed: QueryFlag.optional(),
  /** `media`: pictures and videos. */
  fileType: z.enum([...FileType.options, 'media']).optional(),
  cursor: Cursor.optional(),
});

export const listChannelAttachments = endpoint('GET /api/v1/attachments/attachmentsByChannelId/:channelId', {
  who: 'signedIn',
  perMinute: 120,
  summary: `Files sent in a channel, newest first, ${PAGE} a page.`,
  query: MediaQuery,
  returns: cursorPage(PlacedAttachment),
});

export const listConversationAttachments = endpoint(
  'GET /api/v1/attachments/attachmentsByConversationId/:conversationId',
  {
    who: 'signedIn',
    perMinute: 120,
    summary: `Files sent in a conversation, newest first, ${PAGE} a page.`,
    query: MediaQuery,
    returns: cursorPage(PlacedAttachment),
  },
);

export const deleteAttachment = endpoint('DELETE /api/v1/attachments', {
  who: 'signedIn',
  summary: 'Take one file out of a message.',
  query: z.object({ id: Id, type: FilePurpose, serverId: Id.optional() }),
  returns: Done,
  refuses: [refusals.notYours, refusals.archived],
});

export const findStockPhotos = endpoint('GET /api/v1/unsplash', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Stock photos by a word, or those that the service shows first.',
  query: StockQuery,
  returns: StockPage,
  refuses: [refusals.stockAbsent, refusals.stockDown, refusals.stockBusy],
});

export const noteStockDownload = endpoint('POST /api/v1/unsplash/download', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Tell the photo service that one of its photos was chosen, as it asks of those who show them.',
  body: StockDownload,
  returns: Done,
  refuses: [refusals.stockAbsent, refusals.stockDown, refusals.stockBusy],
});
