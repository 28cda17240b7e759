import { CONSENT_CHANNEL, type ConsentOutcome, OUTCOMES } from '@folkmoot/contract/contacts/schema.ts';

/** Room for Google's page; phones open a tab instead. */
const FEATURES = 'popup,width=520,height=680';

/**
 * Opens an empty window. It has to be opened while a press is being handled, or browsers take it for an advertisement; where
 * it goes is known only later.
 *
 * @returns null if the browser opens none.
 */
export function openWindow(): Window | null {
  return window.open('', '_blank', FEATURES);
}

/** Sends such a window to an address. @returns false if it was closed in the meantime. */
export function sendWindow(opened: Window | null, url: string): boolean {
  if (opened === null || opened.closed) return false;
  opened.location.replace(url);
  return true;
}

/** Calls `listener` when somebody comes back from Google, in whichever window. @returns a function that stops it. */
export function onConsent(listener: (outcome: ConsentOutcome) => void): () => void {
  const channel = new BroadcastChannel(CONSENT_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<{ outcome?: unknown }>) => {
    const outcome = String(data?.outcome);
    if (Object.hasOwn(OUTCOMES, outcome)) listener(outcome as ConsentOutcome);
  };
  return () => channel.close();
}
