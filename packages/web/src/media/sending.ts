import { completeUpload } from '@folkmoot/contract/media/api.ts';
import { type AttachmentView, about, refusals } from '@folkmoot/contract/media/schema.ts';
import { call } from '../core/call.ts';

const EVERY_MS = 400;
const PATIENCE_MS = 60_000;

/**
 * Waits until the server has made of a picture what it shows, its tint included: only then can a place take it.
 *
 * @throws Error with the sentence where it cannot be read or takes too long; or what the call throws.
 */
export async function settled(attachment: AttachmentView, signal: AbortSignal): Promise<AttachmentView> {
  const until = performance.now() + PATIENCE_MS;
  let view = attachment;
  while (view.state === 'processing') {
    if (performance.now() > until) throw new Error('The picture takes longer than usual. Try again.');
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    signal.throwIfAborted();
    view = await call(completeUpload, { attachmentId: view.id }, { signal });
  }
  if (view.state === 'failed') throw new Error(about(refusals.noPicture, view.fileName).message);
  return view;
}
