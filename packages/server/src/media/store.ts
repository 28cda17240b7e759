import type { Tint } from '@folkmoot/contract/core/tint.ts';
import type { FilePurpose, FileType, NewUpload, SentAttachment, Variant } from '@folkmoot/contract/media/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { isUnseen } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';

export type State = 'pending' | 'stored' | 'processing' | 'ready' | 'failed';
/** The variants of a file that can be served, by name. */
export type Variants = Partial<Record<Variant, { size: number; mimeType: string; part?: 'source' }>>;

/** A file as its row has it. */
export type FileRow = {
  id: string;
  ownerId: string | null;
  type: FilePurpose;
  fileName: string;
  declaredType: string;
  mimeType: string | null;
  fileType: FileType;
  size: number;
  key: string;
  state: State;
  width: number | null;
  height: number | null;
  alt: string;
  tint: Tint | null;
  /** The owner of a picture: a person, a community or an event. */
  usedBy: string | null;
  posterOf: string | null;
  variants: Variants;
  conversationId: string | null;
  messageId: string | null;
  claimedAt: Date | null;
};

/** File `f`, in the words above. */
export const FILE = sql`f.id, f.owner_id as "ownerId", f.type, f.file_name as "fileName", f.declared_type as "declaredType",
  f.mime_type as "mimeType", f.file_type as "fileType", f.size, f.key, f.state, f.width, f.height, f.alt, f.tint, f.used_by as "usedBy",
  f.poster_of as "posterOf", f.variants, f.conversation_id as "conversationId", f.message_id as "messageId", f.claimed_at as "claimedAt"`;

/** One person's unused uploads. Locks the person, so that two concurrent calls cannot pass one limit. */
export async function countUnused(db: Db, ownerId: string): Promise<{ files: number; bytes: number }> {
  await sql`select 1 from users where id = ${ownerId} for no key update`.execute(db);
  const row = await firstRow(
    db,
    sql<{ files: number; bytes: number }>`select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes
      from files where owner_id = ${ownerId} and claimed_at is null and deleted_at is null`,
  );
  return row ?? { files: 0, bytes: 0 };
}

export type Begun = NewUpload & { id: string; key: string; ownerId: string; now: Date; expiresAt: Date };

/** Records a file before its first byte comes. */
export async function insertFile(db: Db, file: Begun): Promise<void> {
  await db
    .insertInto('files')
    .values({
      id: file.id,
      owner_id: file.ownerId,
      type: file.type,
      file_name: file.fileName,
      declared_type: file.mimeType,
      size: file.size,
      key: file.key,
      alt: file.alt ?? '',
      poster_of: file.posterOf ?? null,
      expires_at: file.expiresAt,
      created_at: file.now,
    })
    .execute();
}

/** An existing file, of any owner. With `lock` it stays as it is until the command ends. */
export function findFile(db: Db, id: string, lock = false): Promise<FileRow | undefined> {
  return firstRow(
    db,
    sql<FileRow>`select ${FILE} from files f where f.id = ${id} and f.deleted_at is null ${lock ? sql`for update` : sql``}`,
  );
}

/** Uses up an upload address: returns the file to the first caller in time, and to nobody after. */
export function takeAddress(db: Db, id: string, now: Date): Promise<FileRow | undefined> {
  return firstRow(
    db,
    sql<FileRow>`update files f set put_at = ${now}
      where f.id = ${id} and f.state = 'pending' and f.put_at is null and f.deleted_at is null returning ${FILE}`,
  );
}

/** The bytes have arrived completely. */
export async function markStored(db: Db, id: string): Promise<void> {
  await sql`update files set state = 'stored' where id = ${id} and state = 'pending'`.execute(db);
}

type Kept = { mimeType: string; fileType: FileType; state: 'processing' | 'ready'; variants: Variants };

/** What the content of a completed file says. Idempotent. */
export function markComplete(db: Db, id: string, kept: Kept): Promise<FileRow | undefined> {
  return firstRow(
    db,
    sql<FileRow>`update files f set mime_type = ${kept.mimeType}, file_type = ${kept.fileType}, state = ${kept.state},
        variants = ${JSON.stringify(kept.variants)}::jsonb
      where f.id = ${id} and f.state in ('pending', 'stored') and f.deleted_at is null returning ${FILE}`,
  );
}

export type Made = {
  state: 'ready' | 'failed';
  mimeType?: string;
  width: number | null;
  height: number | null;
  tint?: Tint | undefined;
  variants: Variants;
};

/** What was made of a file. Nothing if it has been finished or deleted in the meantime. */
export function finishFile(db: Db, id: string, made: Made): Promise<FileRow | undefined> {
  return firstRow(
    db,
    sql<FileRow>`update files f set state = ${made.state}, taken_at = null, mime_type = coalesce(${made.mimeType ?? null}::text, f.mime_type),
        size = coalesce(${made.variants.original?.size ?? null}::bigint, f.size),
        width = coalesce(${made.width}::int, f.width), height = coalesce(${made.height}::int, f.height),
        tint = ${made.tint ?? null},
        variants = f.variants || ${JSON.stringify(made.variants)}::jsonb
      where f.id = ${id} and f.state = 'processing' and f.deleted_at is null returning ${FILE}`,
  );
}

/** Gives a video its poster frame. */
export function setPoster(db: Db, videoId: string, poster: Made): Promise<FileRow | undefined> {
  return firstRow(
    db,
    sql<FileRow>`update files f set variants = f.variants || ${JSON.stringify(poster.variants)}::jsonb,
        width = ${poster.width}, height = ${poster.height}
      where f.id = ${videoId} and f.file_type = 'video' and f.deleted_at is null returning ${FILE}`,
  );
}

export function setAlt(db: Db, id: string, ownerId: string, alt: string): Promise<FileRow | undefined> {
  return firstRow(
    db,
    sql<FileRow>`update files f set alt = ${alt}
      where f.id = ${id} and f.owner_id = ${ownerId} and f.deleted_at is null returning ${FILE}`,
  );
}

export type AttachmentTarget = { conversationId: string; serverId: string | null; messageId: string };

/**
 * Attaches files to a message: all of them, in the order of `ids`, or none. Only the owner's own, complete and not
 * attached before. Rows are locked one by one in the order of their ids, so that if two messages want the same file,
 * one waits and then finds it taken.
 */
export async function claimFiles(
  db: Db,
  ids: readonly string[],
  ownerId: string,
  target: AttachmentTarget,
  now: Date,
): Promise<FileRow[]> {
  const list = [...ids];
  return allRows(
    db,
    sql<FileRow>`
      with free as (
        select id from files
        where id = any(${list}::uuid[]) and owner_id = ${ownerId} and type = 'message' and poster_of is null
          and state in ('processing', 'ready') and claimed_at is null and deleted_at is null
        order by id for update
      ), taken as (
        update files f set conversation_id = ${target.conversationId}, message_id = ${target.messageId},
          server_id = ${target.serverId}, position = array_position(${list}::uuid[], f.id), claimed_at = ${now}
        where f.id in (select id from free) and (select count(*) from free) = ${list.length}::int
        returning f.*
      )
      select ${FILE} from taken f order by f.position`,
  );
}

/** The files that a message has, in its order. */
export function listOfMessage(db: Db, messageId: string): Promise<FileRow[]> {
  return allRows(
    db,
    sql<FileRow>`select ${FILE} from files f where f.message_id = ${messageId} and f.deleted_at is null order by f.position`,
  );
}

/** Deletes an unused upload. Returns whether there was one. */
export async function deleteUnused(db: Db, id: string, ownerId: string, now: Date): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`update files set deleted_at = ${now}
      where id = ${id} and owner_id = ${ownerId} and claimed_at is null and deleted_at is null returning id`,
  );
  return rows.length > 0;
}

export async function deleteFile(db: Db, id: string, now: Date): Promise<void> {
  await sql`update files set deleted_at = ${now} where id = ${id} and deleted_at is null`.execute(db);
}

/** Deletes the files of a message. Returns how many it had. */
export async function deleteOfMessage(db: Db, messageId: string, now: Date): Promise<number> {
  const rows = await allRows(
    db,
    sql`update files set deleted_at = ${now} where message_id = ${messageId} and deleted_at is null returning id`,
  );
  return rows.length;
}

/** Deletes what nothing has used since `before`. */
export async function deleteUnusedSince(db: Db, before: Date, now: Date): Promise<void> {
  await sql`update files set deleted_at = ${now}
    where claimed_at is null and deleted_at is null and created_at < ${before}`.execute(db);
}

/** Files whose variants should have been there since `before`: their job is lost, as after a restore. */
export async function listStuck(db: Db, before: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select id from files
      where state = 'processing' and deleted_at is null and created_at < ${before} order by created_at limit 100`,
  );
  return rows.map((row) => row.id);
}

/** Deleted files whose bytes have yet to go, the oldest first; with `settled` only those whose address has expired. */
export function listDeleted(db: Db, settled: Date | undefined, limit: number): Promise<{ id: string; key: string }[]> {
  const expired = settled === undefined ? sql`` : sql`and expires_at <= ${settled}`;
  return allRows(
    db,
    sql<{ id: string; key: string }>`select id, key from files
      where deleted_at is not null ${expired} order by deleted_at limit ${limit}`,
  );
}

/** Their bytes are gone. */
export async function forgetFiles(db: Db, ids: string[]): Promise<void> {
  await sql`delete from files where id = any(${ids}::uuid[]) and deleted_at is not null`.execute(db);
}

export type MediaList = {
  /** The viewer: files of people whom they have blocked are left out. */
  viewerId: string;
  fileTypes: FileType[];
  after: [string, string] | undefined;
  limit: number;
  withAuthors: boolean;
};
export type MediaRow = FileRow & {
  messageId: string;
  claimedAt: Date;
  author: NonNullable<SentAttachment['author']> | null;
};

/** Whether the viewer sees nothing of who sent a file, as of their messages. */
export async function isUnseenFile(db: Db, id: string, viewerId: string): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`select 1 from files f where f.id = ${id} and ${isUnseen(viewerId, sql`f.owner_id`, sql`f.conversation_id`)}`,
  );
  return rows.length > 0;
}

/** Files of a conversation, newest first, with who sent each. */
export function listMedia(db: Db, conversationId: string, list: MediaList): Promise<MediaRow[]> {
  const { after, withAuthors, viewerId } = list;
  const author: RawBuilder<unknown> = withAuthors
    ? sql`case when u.id is null then null else json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
        'username', u.username, 'imageUrl', u.image) end`
    : sql`null`;
  return allRows(
    db,
    sql<MediaRow>`select ${FILE}, ${author} as author
      from files f ${withAuthors ? sql`left join users u on u.id = f.owner_id` : sql``}
      where f.conversation_id = ${conversationId} and f.message_id is not null and f.deleted_at is null
        and f.file_type = any(${list.fileTypes}::text[]) and not ${isUnseen(viewerId, sql`f.owner_id`, sql`f.conversation_id`)}
        ${after ? sql`and (f.claimed_at, f.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by f.claimed_at desc, f.id desc limit ${list.limit}`,
  );
}
