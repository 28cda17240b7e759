import { useEffect, useState } from 'react';
import { clockOf } from '../words.ts';
import css from './question.module.css';

/** For how long a question has been answered, second by second; not read out. @param since Unix seconds. */
export function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={css.clock} role="timer" aria-live="off">
      {clockOf(now / 1000 - since)}
    </span>
  );
}
