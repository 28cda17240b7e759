import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { lengthOf, oneLine } from '../core/text.ts';
import { Instant } from '../core/time.ts';
import { TINTS } from '../core/tint.ts';

/** Bytes: of a file in a message, of a picture for a cover, a logo or an avatar, of a group's picture, and of a list of people. */
export const FILE_LIMITS = {
  message: 104_857_600,
  picture: 5_242_880,
  vector: 5_242_880,
  group: 10_485_760,
  list: 10_485_760,
} as const;

/** Files on one message. */
export const ATTACHMENTS = 10;

/** Milliseconds that one person's pictures may keep the server busy within an hour. */
export const WORK_MS_AN_HOUR = 180_000;

/**
 * What one person may have uploaded without using it yet, so that nobody fills the disk with files that no message
 * shows.
 */
export const UNUSED = { files: 30, bytes: 1_073_741_824 } as const;

/** A picture with more pixels, all frames of a moving one counted, is not decoded. */
export const PIXELS = 64_000_000;

/** How long an upload address is valid, in minutes, and how long an upload may wait to be used, in hours. */
export const UPLOAD_MINUTES = 15;
export const UNUSED_HOURS = 24;

/** Edges in pixels that a variant fits into. `original` is as large as it came. */
export const VARIANT_EDGE = { thumb: 480, large: 1600 } as const;
/** Pixels that a cover's own variants have exactly, cut around the middle: the card's, and the one other programs unfold. */
export const COVER_CUT = { '500x250': [500, 250], og: [1200, 630] } as const;
export const Variant = z.enum(['original', 'large', 'thumb', '500x250', 'og']);
export type Variant = z.infer<typeof Variant>;

export const IMAGE_TYPES = [
  'image/png',
  'image/gif',
  'image/jpeg',
  'image/svg+xml',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
] as const;
/** What browsers play. Any other video is a download. */
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'] as const;

/** What a file is shown as. Anything that is neither image nor video is a download. */
export const FileType = z.enum(['image', 'video', 'file']);
export type FileType = z.infer<typeof FileType>;

/**
 * What a file is uploaded for. `group`: the picture of a person's own group. `list`: people who are to be invited. `section`: a
 * picture on a community's home.
 */
export const FilePurpose = z.enum(['message', 'cover', 'logo', 'avatar', 'group', 'list', 'section']);
export type FilePurpose = z.infer<typeof FilePurpose>;

/** What a picture is uploaded for that is shown by something else than a message. */
export const PicturePurpose = FilePurpose.exclude(['message', 'list']);
export type PicturePurpose = z.infer<typeof PicturePurpose>;

/** The tint that a picture lends to its page; `slate` if it has no colour of its own. */
export const Tint = z.enum(TINTS);

/** The aspect ratio to which a picture is cropped, by what it is for. */
export const CROP_RATIOS = { profile: 1, banner: 4 / 3, homeBasic: 2, homePage: 2.67 } as const;

/** A cover's addresses by width and height, for lists. */
export const ImageMap = z.object({ '500*250': z.string() });
export type ImageMap = z.infer<typeof ImageMap>;

/** A file that belongs to a message, or to something else with a picture. Addresses are relative to the product. */
export const AttachmentView = z.object({
  id: Id,
  fileName: z.string(),
  fileType: FileType,
  /** What it was uploaded for. */
  type: FilePurpose,
  mimeType: z.string(),
  /** Bytes of what `url` answers. */
  size: z.int(),
  url: z.string(),
  /** A small picture of it, or null while it is being made and if there is none. */
  thumbnailUrl: z.string().nullable(),
  fileKey: z.string(),
  /** Pixels as shown, or null if they are not known. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  alt: z.string(),
  /** Of a picture for a cover, once it is ready. */
  tint: Tint.optional(),
  /** `processing`: its variants are being made; `failed`: it could not be read, and only its name is left. */
  state: z.enum(['processing', 'ready', 'failed']),
});
export type AttachmentView = z.infer<typeof AttachmentView>;

/** A file with its position in the conversation; `author` is left out if a trimmed list was requested. */
export const SentAttachment = AttachmentView.extend({
  messageId: Id,
  /** Position of the message in the conversation, or null if it is no longer known. */
  seq: z.int().nullable(),
  author: PersonView.nullable().optional(),
  createdAt: Instant,
});
export type SentAttachment = z.infer<typeof SentAttachment>;

/** A name without the folders before it, on one line. Some browsers and all forgers send folders. */
export const FileName = z
  .string('A file needs a name.')
  .transform((raw) => oneLine(raw).split(/[/\\]/).at(-1)?.trim() ?? '')
  .refine((name) => name !== '' && name !== '.' && name !== '..', 'A file needs a name.')
  .refine((name) => lengthOf(name) <= 200, 'File name cannot exceed 200 characters.');

/** What a picture shows, for people who do not see it. */
export const Alt = z
  .string()
  .transform((raw) => oneLine(raw))
  .refine((text) => lengthOf(text) <= 500, 'Description cannot exceed 500 characters.');

/** Browsers send nothing if they do not know a type. */
export const MimeType = z
  .string()
  .max(127, 'This is not a valid content type.')
  .transform((raw) => (raw.split(';')[0] ?? '').trim().toLowerCase() || 'application/octet-stream')
  .refine((type) => /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/.test(type), 'This is not a valid content type.');

export const NewUpload = z.object({
  fileName: FileName,
  /** Exact bytes: the upload address takes no more and no less. */
  size: z.int('A file needs a size.').min(0, 'A file needs a size.'),
  mimeType: MimeType,
  type: FilePurpose,
  alt: Alt.optional(),
  /** This picture is a frame of that upload of a video. */
  posterOf: Id.optional(),
});
export type NewUpload = z.infer<typeof NewUpload>;

/** Where and how to send the bytes. `headers` must be sent unchanged. */
export const UploadAddress = z.object({
  id: Id,
  method: z.literal('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresAt: Instant,
});
export type UploadAddress = z.infer<typeof UploadAddress>;

export const refusals = {
  tooLarge: refusal('media.too-large', 422, '{file} exceeds the maximum file size of 100MB', 'size'),
  pictureTooLarge: refusal('media.picture-too-large', 422, '{file} exceeds the maximum file size of 5MB', 'size'),
  groupTooLarge: refusal(
    'media.group-too-large',
    422,
    'File size cannot exceed 10MB. Please choose a smaller file.',
    'size',
  ),
  groupNotAccepted: refusal('media.group-not-accepted', 422, 'Choose a PNG or JPEG picture.', 'mimeType'),
  listTooLarge: refusal('media.list-too-large', 422, '{file} exceeds the maximum file size of 10MB', 'size'),
  noList: refusal('media.no-list', 422, '{file} is not a text file. Save it as CSV, then upload it again.', 'file'),
  empty: refusal('media.empty', 422, '{file} is empty. Choose another file.', 'size'),
  notAccepted: refusal(
    'media.not-accepted',
    422,
    'Choose a picture: PNG, GIF, JPEG, SVG, WebP, AVIF or HEIC.',
    'mimeType',
  ),
  tooManyUnused: refusal(
    'media.too-many-unused',
    409,
    'Too many files are waiting to be sent. Send or remove some of them first.',
  ),
  tooMuchWork: refusal(
    'media.too-much-work',
    429,
    'You have uploaded many large pictures in the last hour. Try again later.',
  ),
  noSuchVideo: refusal('media.no-such-video', 422, 'That video is no longer there. Upload it again.', 'posterOf'),
  addressUsed: refusal('media.address-used', 410, 'This upload has already started. Try again.'),
  addressExpired: refusal('media.address-expired', 410, 'This upload took too long to start. Try again.'),
  moreThanSaid: refusal('media.more-than-said', 413, 'The file has changed since you chose it. Choose it again.'),
  lessThanSaid: refusal('media.less-than-said', 422, 'The upload was interrupted. Try again.'),
  notArrived: refusal('media.not-arrived', 409, 'The file has not arrived. Upload it again.', 'file'),
  noPicture: refusal('media.no-picture', 422, '{file} cannot be read as a picture. Choose another file.', 'file'),
  heic: refusal('media.heic', 422, '{file} is a HEIC picture. Save it as JPEG, then upload it again.', 'file'),
  notUsable: refusal(
    'media.not-usable',
    422,
    'One of these files is no longer there, or is part of another message. Remove it, then upload it again.',
    'attachments',
  ),
  /** For a picture of a person, a community or an event; the field is the one that named it. */
  pictureNotUsable: refusal(
    'media.not-usable',
    422,
    'That picture is no longer there, or is used elsewhere. Choose another one.',
  ),
  stockAbsent: refusal(
    'media.stock-absent',
    503,
    'Stock photos are not set up here. Upload a picture or make a gradient instead.',
  ),
  stockDown: refusal('media.stock-down', 503, 'The photo service is not responding. Try again in a moment.'),
  stockBusy: refusal(
    'media.stock-busy',
    503,
    'The photo service has reached its limit for this hour. Try again later.',
  ),
  tooManyAttachments: refusal(
    'media.too-many-attachments',
    422,
    `A message can have at most ${ATTACHMENTS} attachments.`,
    'attachments',
  ),
  notYours: refusal('media.not-yours', 403, 'You can only remove files that you sent yourself.'),
  archived: refusal('media.archived', 409, 'This channel is archived. Restore it to change what is in it.'),
} as const;
