import { connectContacts } from '@folkmoot/contract/contacts/api.ts';
import { OUTCOMES } from '@folkmoot/contract/contacts/schema.ts';
import { useEffect, useLayoutEffect, useState } from 'react';
import { call } from '../core/api-client.ts';
import { errorMessage } from '../core/api-error.ts';
import { onConsent, openWindow, sendWindow } from './consent-window.ts';
import { refreshConnection } from './queries.ts';

export type ConsentState = {
  /** `asking` until the address is known, `waiting` while Google's window is open. */
  step: 'idle' | 'asking' | 'waiting';
  /** Google's page, if the browser has opened no window for it. */
  link: string | undefined;
  /** Whether somebody has come back to this page while Google's window was still to be answered. */
  back: boolean;
  /** What went wrong, in words. */
  note: string | undefined;
};

const IDLE: ConsentState = { step: 'idle', link: undefined, back: false, note: undefined };

/**
 * Asks a person for permission in a window of Google's. Nobody says when that window is closed: it is cut off from ours. So
 * we ask the server each time this page gets the focus.
 *
 * @param note what to say at first.
 */
export function useConsent(note: string | undefined) {
  const [state, setState] = useState<ConsentState>({ ...IDLE, note });
  const isWaiting = state.step === 'waiting';
  useEffect(
    () =>
      onConsent((outcome) => {
        if (outcome !== 'connected') setState({ ...IDLE, note: OUTCOMES[outcome] });
      }),
    [],
  );
  // Before the words can be read: somebody may be back at once.
  useLayoutEffect(() => {
    if (!isWaiting) return;
    const returned = () => {
      refreshConnection();
      setState((now) => ({ ...now, back: true }));
    };
    window.addEventListener('focus', returned);
    return () => window.removeEventListener('focus', returned);
  }, [isWaiting]);

  const ask = async () => {
    const opened = openWindow();
    setState({ ...IDLE, step: 'asking' });
    try {
      const { url } = await call(connectContacts, {});
      setState({ ...IDLE, step: 'waiting', link: sendWindow(opened, url) ? undefined : url });
    } catch (error) {
      opened?.close();
      setState({ ...IDLE, note: errorMessage(error, 'Could not ask Google. Try again.') });
    }
  };

  return { ...state, ask, cancel: () => setState(IDLE) };
}
