import { SOMETHING_WRONG } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/media/api.ts';
import { about, canUpload } from '@folkmoot/contract/media/rules.ts';
import {
  type AttachmentView,
  type FilePurpose,
  refusals,
  type UploadAddress,
} from '@folkmoot/contract/media/schema.ts';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { createStore } from '../../core/store.ts';
import { fromHeic, isHeic } from './heic.ts';
import { putFile } from './put-file.ts';
import { edgesOf, videoPoster } from './video-poster.ts';

/**
 * How far an upload is. `preparing`: it is read, and a HEIC picture becomes a JPEG; `finishing`: the server looks at it;
 * `failed` says why, and whether trying again can help.
 */
export type UploadState =
  | { step: 'preparing' }
  | { step: 'sending'; sent: number; total: number }
  | { step: 'finishing' }
  | { step: 'done'; attachment: AttachmentView }
  | { step: 'failed'; message: string; canRetry: boolean }
  | { step: 'cancelled' };

/** One upload. The state object changes only when the state does, so React can follow it. */
export type Upload = {
  readonly file: File;
  state(): UploadState;
  /** Pixels as shown, once they are known. */
  edges(): Edges | undefined;
  onChange(listener: () => void): () => void;
  /** Cancels it, on the server too. Does nothing if a message has it already. */
  cancel(): void;
  /** Begins again after a failure. */
  retry(): void;
};

type Edges = { width: number; height: number };
type Prepared = { file: File; edges: Edges | undefined; frame: File | undefined };

/** What an upload needs from the browser and from the server. */
export type UploadCalls = {
  prepare(file: File): Promise<Prepared>;
  begin(file: File, type: FilePurpose, posterOf?: string): Promise<UploadAddress>;
  send: typeof putFile;
  complete(id: string): Promise<AttachmentView>;
  discard(id: string): Promise<unknown>;
};

const real: UploadCalls = {
  prepare,
  begin: async (file, type, posterOf) => {
    const said = { fileName: file.name, size: file.size, mimeType: file.type, type };
    return (await call(api.startUpload, { ...said, ...(posterOf === undefined ? {} : { posterOf }) })).data;
  },
  send: putFile,
  complete: (attachmentId) => call(api.completeUpload, { attachmentId }),
  discard: (attachmentId) => call(api.discardUpload, { attachmentId }),
};

/** Uploads a file that somebody chose. It begins at once and never throws: a failure is its state. */
export function startUpload(file: File, type: FilePurpose, parts: UploadCalls = real): Upload {
  const state = createStore<UploadState>({ step: 'preparing' });
  let edges: Edges | undefined;
  let id: string | undefined;
  let attempt = new AbortController();

  const discard = () => {
    if (id !== undefined) parts.discard(id).catch(() => undefined);
    id = undefined;
  };
  const run = async ({ signal }: AbortController) => {
    const step = (next: UploadState) => {
      signal.throwIfAborted();
      state.set(next);
    };
    const prepared = await parts.prepare(file);
    edges = prepared.edges;
    step({ step: 'sending', sent: 0, total: prepared.file.size });
    const { name: fileName, size, type: mimeType } = prepared.file;
    const decision = canUpload({ fileName, size, mimeType, type });
    if (!decision.ok) throw new Unfit(decision.refusal.message);
    const address = await parts.begin(prepared.file, type);
    id = address.id;
    if (signal.aborted) discard();
    signal.throwIfAborted();
    await parts.send(address, prepared.file, (sent) => step({ step: 'sending', sent, total: size }), signal);
    step({ step: 'finishing' });
    if (prepared.frame) await sendFrame(parts, prepared.frame, address.id, type, signal).catch(() => undefined);
    const attachment = await parts.complete(address.id);
    step({ step: 'done', attachment });
  };
  const start = () => {
    const own = new AbortController();
    attempt = own;
    state.set({ step: 'preparing' });
    run(own).catch((error: unknown) => {
      if (own.signal.aborted) return;
      discard();
      state.set({ step: 'failed', ...failureOf(error) });
    });
  };

  start();
  return {
    file,
    state: state.get,
    edges: () => edges,
    onChange: state.subscribe,
    cancel() {
      attempt.abort(new DOMException('The upload was cancelled.', 'AbortError'));
      discard();
      state.set({ step: 'cancelled' });
    },
    retry() {
      const now = state.get();
      if (now.step === 'failed' && now.canRetry) start();
    },
  };
}

/** The file itself is the reason: sending it again would not help. */
class Unfit extends Error {}

function failureOf(error: unknown): { message: string; canRetry: boolean } {
  if (error instanceof Unfit) return { message: error.message, canRetry: false };
  if (!(error instanceof ApiError)) return { message: SOMETHING_WRONG, canRetry: true };
  const [ofField] = Object.values(error.fields ?? {});
  return {
    message: ofField ?? error.message,
    canRetry: error.statusCode !== 422 || error.code === refusals.lessThanSaid.code,
  };
}

/** A video without a poster frame can still be sent. */
async function sendFrame(parts: UploadCalls, frame: File, posterOf: string, type: FilePurpose, signal: AbortSignal) {
  const address = await parts.begin(frame, type, posterOf);
  await parts.send(address, frame, () => undefined, signal);
  await parts.complete(address.id);
}

async function prepare(file: File): Promise<Prepared> {
  if (await isHeic(file)) {
    const jpeg = await fromHeic(file).catch(() => {
      throw new Unfit(about(refusals.noPicture, file.name).message);
    });
    return { file: jpeg, edges: await edgesOf(jpeg), frame: undefined };
  }
  if (file.type.startsWith('image/')) return { file, edges: await edgesOf(file), frame: undefined };
  const frame = file.type.startsWith('video/') ? await videoPoster(file) : undefined;
  return { file, edges: frame && { width: frame.width, height: frame.height }, frame: frame?.picture };
}
