import { SOMETHING_WRONG } from '@folkmoot/contract/core/problem.ts';
import { LIMITS, TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { GalleryItem } from '@folkmoot/contract/home/sections-schema.ts';
import { variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { v4 } from 'uuid';
import { errorMessage } from '../../core/api-error.ts';
import { createStore, type Store } from '../../core/store.ts';
import { startUpload, type Upload } from '../../media/upload/upload.ts';
import { waitForProcessing } from '../../media/upload/wait-for-processing.ts';

/** One picture of a gallery: on its way, there, or refused. */
export type GalleryPicture = {
  readonly key: string;
  readonly fileName: string;
  readonly preview: string;
  readonly alt: string;
  /** The file, once it is there. */
  readonly id: string | undefined;
  readonly percent: number;
  readonly failure: { message: string; canRetry: boolean } | undefined;
};

type Begin = (file: File) => Upload;

/** The pictures of a gallery while it is edited. They go on uploading until the dialog is left. */
export class GalleryPictures {
  readonly #items: Store<readonly GalleryPicture[]>;
  readonly #uploads = new Map<string, Upload>();
  readonly #attachments: AttachmentView[];
  #over = new AbortController();
  readonly #begin: Begin;

  constructor(
    kept: readonly GalleryItem[],
    attachments: readonly AttachmentView[],
    begin: Begin = (file) => startUpload(file, 'section'),
  ) {
    this.#begin = begin;
    this.#attachments = [...attachments];
    this.#items = createStore<readonly GalleryPicture[]>(
      kept.map(({ id, alt }, index) => ({
        ...{ key: id, id, alt, percent: 100, failure: undefined, preview: variantUrl(id, 'thumb') },
        fileName: attachments.find((one) => one.id === id)?.fileName ?? `Picture ${index + 1}`,
      })),
    );
  }

  subscribe: Store<readonly GalleryPicture[]>['subscribe'] = (listener) => this.#items.subscribe(listener);
  get = (): readonly GalleryPicture[] => this.#items.get();

  /** Begins to upload files, as many as a gallery can have. @returns the sentence about those that it cannot. */
  add(files: readonly File[]): string | undefined {
    const room = Math.max(LIMITS.pictures - this.get().length, 0);
    for (const file of files.slice(0, room)) {
      const key = v4();
      const preview = URL.createObjectURL(file);
      const about = { key, fileName: file.name, preview, alt: '', id: undefined, percent: 0, failure: undefined };
      this.#items.set([...this.get(), about]);
      const upload = this.#begin(file);
      this.#uploads.set(key, upload);
      upload.onChange(() => this.#follow(key, upload));
      this.#follow(key, upload);
    }
    return files.length > room ? TEXTS.galleryFull : undefined;
  }

  retry(key: string): void {
    this.#change(key, { failure: undefined, percent: 0 });
    this.#uploads.get(key)?.retry();
  }

  /** Takes a picture away; an upload that no page shows yet is deleted. */
  remove(key: string): void {
    this.#giveUp(key);
    this.#items.set(this.get().filter((one) => one.key !== key));
  }

  describe(key: string, alt: string): void {
    this.#change(key, { alt });
  }

  arrange(items: readonly GalleryPicture[]): void {
    this.#items.set(items);
  }

  /** The pictures as the section has them, and what is known of their files. Those that are not there are left out. */
  result(): { items: GalleryItem[]; attachments: AttachmentView[] } {
    const items = itemsOf(this.get());
    const attachments = this.#attachments.filter((one) => items.some(({ id }) => id === one.id));
    return { items, attachments };
  }

  /** The dialog is there. */
  start(): void {
    if (this.#over.signal.aborted) this.#over = new AbortController();
  }

  /** The dialog is left. @param kept whether the pictures are part of the page now. */
  end(kept: boolean): void {
    this.#over.abort(new DOMException('The dialog was left.', 'AbortError'));
    for (const { key, id, preview } of this.get()) {
      if (!kept || id === undefined) this.#giveUp(key);
      else if (preview.startsWith('blob:')) URL.revokeObjectURL(preview);
    }
  }

  #giveUp(key: string): void {
    const picture = this.get().find((one) => one.key === key);
    if (picture?.preview.startsWith('blob:')) URL.revokeObjectURL(picture.preview);
    this.#uploads.get(key)?.cancel();
    this.#uploads.delete(key);
  }

  #follow(key: string, upload: Upload): void {
    const state = upload.state();
    if (state.step === 'sending')
      this.#change(key, { percent: Math.floor((state.sent / Math.max(state.total, 1)) * 100) });
    if (state.step === 'finishing') this.#change(key, { percent: 100 });
    if (state.step === 'failed') {
      const message = state.message === SOMETHING_WRONG ? TEXTS.uploadFailed : state.message;
      this.#change(key, { failure: { message, canRetry: state.canRetry } });
    }
    if (state.step !== 'done') return;
    waitForProcessing(state.attachment, this.#over.signal).then(
      (view) => {
        this.#attachments.push(view);
        this.#change(key, { id: view.id, percent: 100 });
      },
      (error: unknown) => {
        if (this.#over.signal.aborted) return;
        const message = error instanceof Error ? error.message : errorMessage(error, TEXTS.uploadFailed);
        this.#change(key, { failure: { message, canRetry: false } });
      },
    );
  }

  #change(key: string, change: Partial<GalleryPicture>): void {
    this.#items.set(this.get().map((one) => (one.key === key ? { ...one, ...change } : one)));
  }
}

/** The pictures that are there, as a section has them. */
export function itemsOf(pictures: readonly GalleryPicture[]): GalleryItem[] {
  return pictures.flatMap(({ id, alt }) => (id === undefined ? [] : [{ id, alt }]));
}
