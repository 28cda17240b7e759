import { useEffect, useState } from 'react';

/**
 * Counts seconds down to zero.
 *
 * @returns the seconds left, and a function that starts again.
 */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return { left: Math.max(0, Math.ceil((until - now) / 1000)), restart: () => setUntil(Date.now() + seconds * 1000) };
}

/** `0:42`. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
