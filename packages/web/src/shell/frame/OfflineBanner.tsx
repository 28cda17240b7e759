import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { outbox } from '../../conversations/outbox/outbox.ts';
import { reconnect, useLiveStatus } from '../../core/live.ts';
import css from './offline.module.css';

const FELT_MS = 4000;

/** Says that the network is down, or that the socket has been closed long enough to matter. */
export function OfflineBanner() {
  const { online } = useNetwork();
  const status = useLiveStatus();
  const [felt, setFelt] = useState(false);
  useEffect(() => {
    if (status !== 'connecting') return setFelt(false);
    const timer = setTimeout(() => setFelt(true), FELT_MS);
    return () => clearTimeout(timer);
  }, [status]);
  const waiting = useSyncExternalStore(outbox.subscribe, () => outbox.waiting());
  if (online && !felt) return null;
  return (
    <div className={css.banner} role="status">
      <IconWifiOff size={18} aria-hidden />
      <span>
        {online
          ? 'Reconnecting. What you see may be out of date.'
          : 'You’re offline. Messages will be sent when you are back.'}
        {waiting > 0 &&
          ` ${waiting === 1 ? '1 message is waiting.' : `${waiting.toLocaleString()} messages are waiting.`}`}
      </span>
      {online && (
        <Button size="xs" variant="default" className={css.again} onClick={reconnect}>
          Reconnect now
        </Button>
      )}
    </div>
  );
}
