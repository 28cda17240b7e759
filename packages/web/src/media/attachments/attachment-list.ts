import { describeAttachment, discardUpload } from '@folkmoot/contract/media/api.ts';
import { fileTypeOf } from '@folkmoot/contract/media/rules.ts';
import { ATTACHMENTS, type AttachmentView, type FileType, refusals } from '@folkmoot/contract/media/schema.ts';
import { v4 } from 'uuid';
import { call } from '../../core/api-client.ts';
import { createStore, type Store } from '../../core/store.ts';
import { beginUpload } from '../upload/start-upload.ts';
import type { Upload } from '../upload/upload.ts';

/** A file of an unsent message: uploading, or complete. The object changes whenever its state does. */
export type AttachmentDraft = {
  readonly key: string;
  readonly fileName: string;
  readonly kind: FileType;
  readonly size: number;
  /** Address of a picture to show until the upload is ready, or undefined if there is none. */
  readonly preview: string | undefined;
  readonly alt: string;
  /** The state of the upload; undefined if it was complete before this page was loaded. */
  readonly upload: Upload | undefined;
  readonly attachment: AttachmentView | undefined;
  /** Percentage of the bytes sent. */
  readonly percent: number;
  /** Why it is not there, and whether trying again can help. */
  readonly failure: { message: string; canRetry: boolean } | undefined;
};

/** The files of a message that is being written. They go on uploading whatever is on the screen. */
export class AttachmentDrafts {
  readonly #items: Store<readonly AttachmentDraft[]>;
  readonly #begin: (file: File) => Upload;

  constructor(kept: readonly AttachmentView[] = [], begin: (file: File) => Upload = beginUpload) {
    this.#items = createStore<readonly AttachmentDraft[]>(kept.map(itemOf));
    this.#begin = begin;
  }

  /** The files now; the same array until something changes. */
  items = (): readonly AttachmentDraft[] => this.#items.get();

  subscribe: Store<readonly AttachmentDraft[]>['subscribe'] = (listener) => this.#items.subscribe(listener);

  /** Begins to upload files, as many as a message can carry. @returns the sentence about those that it cannot. */
  add(files: readonly File[]): string | undefined {
    const room = Math.max(ATTACHMENTS - this.items().length, 0);
    for (const file of files.slice(0, room)) this.#start(file);
    return files.length > room ? refusals.tooManyAttachments.message : undefined;
  }

  /** Cancels a file, on the server too. */
  remove(key: string): void {
    const item = this.items().find((one) => one.key === key);
    if (item) giveUp(item);
    this.#set(this.items().filter((one) => one.key !== key));
  }

  retry(key: string): void {
    this.items()
      .find((one) => one.key === key)
      ?.upload?.retry();
  }

  /** Describes a picture; the server is told once the file is uploaded. */
  describe(key: string, alt: string): void {
    this.#change(key, { alt });
    const item = this.items().find((one) => one.key === key);
    if (item?.attachment) this.#tellAlt(item.attachment, key, alt);
  }

  /** Removes all files, uploaded or not, for a message that is being sent. */
  take(): readonly AttachmentDraft[] {
    const items = this.items();
    this.#set([]);
    return items;
  }

  /** Restores the files of a message that is being rewritten. */
  putBack(items: readonly AttachmentDraft[]): void {
    this.#set([...items, ...this.items()].slice(0, ATTACHMENTS));
    for (const item of items) if (item.upload) this.#follow(item.key, item.upload);
  }

  #start(file: File): void {
    const key = v4();
    const upload = this.#begin(file);
    const kind = fileTypeOf(file.type);
    const preview = kind === 'image' ? URL.createObjectURL(file) : undefined;
    const about = { key, fileName: file.name, kind, size: file.size, preview, alt: '', upload };
    this.#set([...this.items(), { ...about, attachment: undefined, percent: 0, failure: undefined }]);
    // Never cleared: a removed item may be put back.
    upload.onChange(() => this.#follow(key, upload));
    this.#follow(key, upload);
  }

  #follow(key: string, upload: Upload): void {
    const item = this.items().find((one) => one.key === key);
    if (!item) return;
    const next = withState(item, upload);
    this.#change(key, next);
    if (next.attachment && !item.attachment && item.alt !== '') this.#tellAlt(next.attachment, key, item.alt);
  }

  #tellAlt(attachment: AttachmentView, key: string, alt: string): void {
    call(describeAttachment, { attachmentId: attachment.id, alt }).then(
      (after) => this.#change(key, { attachment: after }),
      () => undefined,
    );
  }

  #change(key: string, change: Partial<AttachmentDraft>): void {
    this.#set(this.items().map((one) => (one.key === key ? { ...one, ...change } : one)));
  }

  #set(items: readonly AttachmentDraft[]): void {
    this.#items.set(items);
  }
}

/** A file that was complete before, such as one of a draft. */
export function itemOf(attachment: AttachmentView): AttachmentDraft {
  const { id, fileName, fileType, size, alt, thumbnailUrl } = attachment;
  // One that is still being prepared has no small picture yet.
  const preview = thumbnailUrl ?? undefined;
  const about = { key: id, fileName, kind: fileType, size, preview, alt };
  return { ...about, upload: undefined, attachment, percent: 100, failure: undefined };
}

/** The item as its upload is now. */
export function withState(item: AttachmentDraft, upload: Upload): AttachmentDraft {
  const state = upload.state();
  const attachment = state.step === 'done' ? (item.attachment ?? state.attachment) : item.attachment;
  const failure = state.step === 'failed' ? { message: state.message, canRetry: state.canRetry } : undefined;
  const percent = state.step === 'sending' ? Math.floor((state.sent / Math.max(state.total, 1)) * 100) : item.percent;
  return {
    ...item,
    attachment,
    failure,
    percent: state.step === 'done' || state.step === 'finishing' ? 100 : state.step === 'preparing' ? 0 : percent,
  };
}

/** Cancels an upload and deletes it on the server; does nothing if it is part of a message already. */
export function giveUp(item: AttachmentDraft): void {
  if (item.preview?.startsWith('blob:')) URL.revokeObjectURL(item.preview);
  if (item.upload) item.upload.cancel();
  else if (item.attachment) call(discardUpload, { attachmentId: item.attachment.id }).catch(() => undefined);
}

/**
 * Waits for a file of a message, and describes it.
 *
 * @throws NotThere where it failed or was given up.
 */
export async function arrived(item: AttachmentDraft): Promise<AttachmentView> {
  const { upload } = item;
  if (item.attachment || !upload) {
    if (item.attachment) return item.attachment;
    throw new NotThere(`${item.fileName} can no longer be found. Choose it again.`, false);
  }
  const attachment = await new Promise<AttachmentView>((resolve, reject) => {
    const look = () => {
      const state = upload.state();
      if (state.step === 'done') resolve(state.attachment);
      else if (state.step === 'failed') reject(new NotThere(state.message, state.canRetry));
      else if (state.step === 'cancelled') reject(new NotThere(`${item.fileName} was removed.`, false));
      else return;
      stop();
    };
    const stop = upload.onChange(look);
    look();
  });
  if (item.alt === '') return attachment;
  return call(describeAttachment, { attachmentId: attachment.id, alt: item.alt }).catch(() => attachment);
}

/** Why a file that a message waits for is not coming, and whether trying again can help. */
export class NotThere extends Error {
  readonly canRetry: boolean;
  constructor(message: string, canRetry: boolean) {
    super(message);
    this.canRetry = canRetry;
  }
}
