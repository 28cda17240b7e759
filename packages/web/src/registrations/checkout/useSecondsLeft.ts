import { useEffect, useState } from 'react';

/** The whole seconds until a moment, counted down; 0 once it is there, and Infinity while it is not known. @param until Unix seconds. */
export function useSecondsLeft(until: number | null | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until == null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until == null ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil(until - now / 1000));
}
