import { completeUpload } from '@folkmoot/contract/media/api.ts';
import { about } from '@folkmoot/contract/media/rules.ts';
import { type AttachmentView, refusals } from '@folkmoot/contract/media/schema.ts';
import { call } from '../../core/api-client.ts';

/** Polls often at first and then less, so that a slow picture does not use up a minute's calls. */
const FIRST_MS = 300;
const LAST_MS = 3000;
const PATIENCE_MS = 60_000;

/**
 * Waits until the server has processed a picture, its tint included: only then can it be claimed.
 *
 * @throws Error with the sentence where it cannot be read or takes too long; or what the call throws.
 */
export async function waitForProcessing(attachment: AttachmentView, signal: AbortSignal): Promise<AttachmentView> {
  const until = performance.now() + PATIENCE_MS;
  let view = attachment;
  let pause = FIRST_MS;
  while (view.state === 'processing') {
    if (performance.now() > until) throw new Error('The picture is taking longer than usual. Try again.');
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 1.4, LAST_MS);
    signal.throwIfAborted();
    view = await call(completeUpload, { attachmentId: view.id }, { signal });
  }
  if (view.state === 'failed') throw new Error(about(refusals.noPicture, view.fileName).message);
  return view;
}
