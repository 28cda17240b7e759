import { allowed, type Decision, type Refusal, refusal, refused } from '../core/problem.ts';
import {
  ATTACHMENTS,
  FILE_LIMITS,
  type FilePurpose,
  type FileType,
  IMAGE_TYPES,
  type NewUpload,
  type PicturePurpose,
  refusals,
  UNUSED,
  VIDEO_TYPES,
  WORK_MS_AN_HOUR,
} from './schema.ts';

/** How many bytes a file may have for this purpose. */
export function maxBytes(type: FilePurpose): number {
  return FILE_LIMITS[type === 'message' || type === 'group' || type === 'list' ? type : 'picture'];
}

const TOO_LARGE: Partial<Record<FilePurpose, Refusal>> = {
  message: refusals.tooLarge,
  group: refusals.groupTooLarge,
  list: refusals.listTooLarge,
};

/** Whether a file for this purpose has to be a picture, or an unchanged text. */
const isPicture = (type: FilePurpose) => type !== 'message' && type !== 'list';

/** A group's picture, as the specification has it. */
const GROUP_TYPES: readonly string[] = ['image/png', 'image/jpeg'];

/** The pictures that may be chosen for a purpose, also in words. HEIC becomes JPEG before it is sent. */
export function pictureTypes(type: PicturePurpose): { types: readonly string[]; words: string } {
  return type === 'group'
    ? { types: [...GROUP_TYPES, 'image/heic', 'image/heif'], words: 'PNG, JPEG or HEIC' }
    : { types: IMAGE_TYPES, words: 'PNG, GIF, JPEG, SVG, WebP, AVIF or HEIC' };
}

/** True for the content types that are shown as pictures. */
export function isImageType(mimeType: string): boolean {
  return (IMAGE_TYPES as readonly string[]).includes(mimeType);
}

/** Whether a file may be uploaded, judged by what the browser says about it: before a byte is sent, on both sides. */
export function canUpload(file: Pick<NewUpload, 'fileName' | 'size' | 'mimeType' | 'type'>): Decision {
  if (file.type === 'group' && !GROUP_TYPES.includes(file.mimeType)) return refused(refusals.groupNotAccepted);
  if (isPicture(file.type) && !isImageType(file.mimeType)) return refused(refusals.notAccepted);
  if (file.size === 0) return refused(about(refusals.empty, file.fileName));
  if (file.size <= maxBytes(file.type)) return allowed;
  return refused(about(TOO_LARGE[file.type] ?? refusals.pictureTooLarge, file.fileName));
}

/** Whether a person with this much uploaded and not used yet may upload `size` bytes more. */
export function canHoldMore(unused: { files: number; bytes: number }, size: number): Decision {
  const fits = unused.files < UNUSED.files && unused.bytes + size <= UNUSED.bytes;
  return fits ? allowed : refused(refusals.tooManyUnused);
}

/**
 * Whether a person who stores this many bytes may store `size` more.
 *
 * @param quota bytes that one person may store; 0 for no limit.
 */
export function canStoreMore(stored: number, size: number, quota: number): Decision {
  return quota === 0 || stored + size <= quota ? allowed : refused(storageFull(quota));
}

/** Whether a person's pictures, which have kept the server busy for this long within an hour, may continue to do so. */
export function canMakeMore(workMs: number): Decision {
  return workMs < WORK_MS_AN_HOUR ? allowed : refused(refusals.tooMuchWork);
}

/** What a file is shown as, by the type its content has. */
export function fileTypeOf(mimeType: string): FileType {
  if (isImageType(mimeType)) return 'image';
  return (VIDEO_TYPES as readonly string[]).includes(mimeType) ? 'video' : 'file';
}

type Arrived = { fileName: string; declared: string; type: FilePurpose; isPoster: boolean; size: number };

/**
 * Whether the received file may stay, judged by its content. If it claims to be a picture, or must be one, it has to
 * be one.
 *
 * @param found the type that the content has, or undefined if it is of no known type.
 */
export function canKeep(file: Arrived, found: string | undefined): Decision {
  if (found === 'image/heic' || found === 'image/heif') return refused(about(refusals.heic, file.fileName));
  // Text has no first bytes to know it by: what is of a known type is none, except vCards.
  if (file.type === 'list')
    return found === undefined || found === 'text/vcard' ? allowed : refused(about(refusals.noList, file.fileName));
  if (file.type === 'group' && !GROUP_TYPES.includes(found ?? '')) return refused(refusals.groupNotAccepted);
  const mustBeImage = isPicture(file.type) || file.isPoster || isImageType(file.declared);
  if (mustBeImage && !isImageType(found ?? '')) return refused(about(refusals.noPicture, file.fileName));
  if (found === 'image/svg+xml' && file.size > FILE_LIMITS.vector)
    return refused(about(refusals.pictureTooLarge, file.fileName));
  return allowed;
}

/** Whether this many files fit on a message. */
export function canAttach(count: number): Decision {
  return count <= ATTACHMENTS ? allowed : refused(refusals.tooManyAttachments);
}

type Viewer = { userId: string; permissions: readonly string[]; archived: boolean };

/** A message's author may remove its files, and so may holders of MANAGE_MESSAGES. */
export function canRemove(file: { ownerId: string | null }, viewer: Viewer): Decision {
  if (viewer.archived) return refused(refusals.archived);
  const may = file.ownerId === viewer.userId || viewer.permissions.includes('MANAGE_MESSAGES');
  return may ? allowed : refused(refusals.notYours);
}

/** A file on a message is described by its owner, as long as they may read there and nothing is archived. */
export function canDescribe({ archived }: Pick<Viewer, 'archived'>): Decision {
  return archived ? refused(refusals.archived) : allowed;
}

/**
 * True if anybody may see a picture that is used for this, signed in or not: emails, invitations and pages that a link opens show
 * covers, logos and portraits to people who have no session.
 */
export function isPublic(type: FilePurpose): boolean {
  return type === 'cover' || type === 'logo' || type === 'avatar';
}

const ENDINGS: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
};

/**
 * The name under which content of a type is saved: with the ending of that type, whatever the name says. Names of
 * unknown content stay as they are.
 */
export function nameAs(fileName: string, mimeType: string): string {
  const endings = ENDINGS[mimeType];
  const [first] = endings ?? [];
  if (endings === undefined || first === undefined) return fileName;
  const [, stem = fileName, ending = ''] = /^(.+)\.([^.]*)$/.exec(fileName) ?? [];
  if (endings.includes(ending.toLowerCase())) return fileName;
  return `${/^[a-z0-9]{2,5}$/i.test(ending) ? stem : fileName}.${first}`;
}

/** The sentence for a person who has used up their storage of `quota` bytes. */
export function storageFull(quota: number): Refusal {
  const size = quota >= 1e9 ? `${Number((quota / 1e9).toFixed(1))} GB` : `${Math.round(quota / 1e6)} MB`;
  return refusal(
    'media.storage-full',
    409,
    `You have used all of your ${size} of storage. Delete files you sent to make room.`,
    'size',
  );
}

/** The same refusal with the file's name in its sentence. */
export function about(reason: Refusal, fileName: string): Refusal {
  return { ...reason, message: reason.message.replace('{file}', () => fileName) };
}
