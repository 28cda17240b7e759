import { useEffect, useState } from 'react';
import { drawnAt } from '../../core/start/initial-data.ts';
import { useHydrated } from '../../ui/useHydrated.ts';

/** Unix seconds, updated twice a minute: registration opens and closes while people read. At first, the server's. */
export function useNow(): number {
  const hydrated = useHydrated();
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000));
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), 30_000);
    return () => clearInterval(timer);
  }, []);
  return hydrated ? now : drawnAt();
}
