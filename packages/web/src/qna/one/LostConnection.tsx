import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLiveStatus } from '../../core/live.ts';
import css from './question.module.css';

const FELT_MS = 4000;

/** Says that the connection is lost, where the frame around a screen does not. */
export function LostConnection() {
  const { online } = useNetwork();
  const status = useLiveStatus();
  const [felt, setFelt] = useState(false);
  useEffect(() => {
    if (status !== 'connecting') return setFelt(false);
    const timer = setTimeout(() => setFelt(true), FELT_MS);
    return () => clearTimeout(timer);
  }, [status]);
  if (online && !felt) return null;
  return (
    <p className={css.lost} role="status">
      <IconWifiOff size={18} aria-hidden />
      {online ? 'Reconnecting. What you see may be out of date.' : 'You’re offline. What you typed is kept.'}
    </p>
  );
}
