import { GRACE } from '@folkmoot/contract/mailings/schema.ts';
import { useEffect, useState } from 'react';

/** Seconds until a mailing leaves (Unix seconds), counted down; 0 once it has. */
export function useSecondsUntil(moment: number): number {
  const left = () => Math.min(GRACE, Math.max(0, Math.ceil(moment - Date.now() / 1000)));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is made of the moment.
  useEffect(() => {
    setSeconds(left());
    if (left() === 0) return;
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}
