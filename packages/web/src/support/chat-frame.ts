import type { SupportIdentity } from '@folkmoot/contract/support/schema.ts';

/*
 * What Chatwoot's own script says to the page of its widget and hears from it (`sdk/IFrameHelper.js`): we show that page in a frame
 * without the script.
 */

const PREFIX = 'chatwoot-widget:';

/** Whether a message comes from this frame, and from the site that it was opened with. */
export function isFrom(event: MessageEvent, frame: HTMLIFrameElement | null, url: string): boolean {
  return frame !== null && event.source === frame.contentWindow && event.origin === new URL(url).origin;
}

/** The page in the frame says that it is there. */
export function opened({ data }: MessageEvent): boolean {
  if (typeof data !== 'string' || !data.startsWith(PREFIX)) return false;
  try {
    return (JSON.parse(data.slice(PREFIX.length)) as { event?: unknown }).event === 'loaded';
  } catch {
    return false;
  }
}

/** Tells the chat who is asking; no other site that may be in the frame by now gets it. */
export function introduce(frame: HTMLIFrameElement | null, url: string, identity: SupportIdentity): void {
  const { identifier, name, email, identifierHash } = identity;
  const user = { name, email, ...(identifierHash !== null && { identifier_hash: identifierHash }) };
  frame?.contentWindow?.postMessage(
    `${PREFIX}${JSON.stringify({ event: 'set-user', identifier, user })}`,
    new URL(url).origin,
  );
}
