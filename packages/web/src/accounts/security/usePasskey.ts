import { useState } from 'react';
import { enterByPasskey, passkeyProblem } from './passkeys.ts';

/** The state of a passkey button: whether it is loading, what went wrong, and its handler. */
export function usePasskey(onDone: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const enter = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await enterByPasskey();
      await onDone();
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, enter: () => void enter() };
}
