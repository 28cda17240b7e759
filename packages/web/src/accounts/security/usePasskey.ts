import { useState } from 'react';
import { enterByPasskey, passkeyProblem } from './passkeys.ts';

/** A button that signs in by passkey: whether it is busy, what went wrong, and what it does. */
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
