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
  refusals,
  SentAttachment,
  UploadAddress,
} from './schema.ts';
import { StockDownload, StockPage, StockQuery } from './stock-schema.ts';

export const startUpload = endpoint('POST /api/v1/attachments/uploads', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Get an address to upload one file to, once, within 15 minutes.',
  body: NewUpload,
  returns: z.object({ data: UploadAddress }),
  refuses: [
    refusals.notAccepted,
    refusals.empty,
    refusals.tooLarge,
    refusals.pictureTooLarge,
    refusals.groupTooLarge,
    refusals.groupNotAccepted,
    refusals.listTooLarge,
    refusals.tooManyUnused,
    refusals.noSuchVideo,
  ],
});

export const completeUpload = endpoint('POST /api/v1/attachments/uploads/:attachmentId/complete', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Complete an upload: the bytes are checked, and variants are made. Idempotent.',
  returns: AttachmentView,
  refuses: [
    refusals.notArrived,
    refusals.lessThanSaid,
    refusals.noPicture,
    refusals.noList,
    refusals.groupNotAccepted,
    refusals.heic,
    refusals.pictureTooLarge,
  ],
});

export const describeAttachment = endpoint('PATCH /api/v1/attachments/:attachmentId', {
  who: 'signedIn',
  summary: 'Set the description of your own file.',
  body: z.object({ alt: Alt }),
  returns: AttachmentView,
  refuses: [refusals.archived],
});

export const discardUpload = endpoint('DELETE /api/v1/attachments/uploads/:attachmentId', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Discard your own upload while it is still unused.',
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
  summary: `Files sent in a channel, newest first, ${PAGE} per page.`,
  query: MediaQuery,
  returns: cursorPage(SentAttachment),
});

export const listConversationAttachments = endpoint(
  'GET /api/v1/attachments/attachmentsByConversationId/:conversationId',
  {
    who: 'signedIn',
    perMinute: 120,
    summary: `Files sent in a conversation, newest first, ${PAGE} per page.`,
    query: MediaQuery,
    returns: cursorPage(SentAttachment),
  },
);

export const deleteAttachment = endpoint('DELETE /api/v1/attachments', {
  who: 'signedIn',
  summary:
    "Remove one file from a message, or with type=section a picture from the draft of a community's home. Its bytes go once no page that is kept shows it.",
  query: z.object({ id: Id, type: FilePurpose, serverId: Id.optional() }),
  /** `version`: of the draft without the picture, so that the next save is not stale. */
  returns: Done.extend({ version: z.int().optional() }),
  refuses: [refusals.notYours, refusals.archived],
});

export const findStockPhotos = endpoint('GET /api/v1/unsplash', {
  who: 'signedIn',
  perMinute: 60,
  summary: "Stock photos by search word, or the service's own selection.",
  query: StockQuery,
  returns: StockPage,
  refuses: [refusals.stockAbsent, refusals.stockDown, refusals.stockBusy],
});

export const noteStockDownload = endpoint('POST /api/v1/unsplash/download', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Report to the photo service that one of its photos was chosen, as its terms require.',
  body: StockDownload,
  returns: Done,
  refuses: [refusals.stockAbsent, refusals.stockDown, refusals.stockBusy],
});
