import { waiting } from '../../core/api-client.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { queryClient } from '../../core/query-client.ts';
import { clearSession } from '../../core/session.tsx';

/**
 * Makes the call that ends this session, and clears what belongs to it. From the beginning nothing else is asked for with it: what is on its
 * way is given up, news that would make the page ask again does not come, and other calls wait. If the call fails, all of it goes on.
 * What waits is never asked for if it succeeds: the page is about to be left.
 */
export async function endSessionBy<Answered>(end: () => Promise<Answered>): Promise<Answered> {
  // It has begun, so that it waits for nothing; everything that begins from now on does.
  const ending = end();
  const goOn = holdCalls();
  stopLive();
  try {
    const [answered] = await Promise.all([ending, queryClient.cancelQueries()]);
    clearSession(true);
    return answered;
  } catch (error) {
    goOn();
    startLive();
    void queryClient.invalidateQueries();
    throw error;
  }
}

/** Lets all calls that begin wait. @returns what lets them go on. */
function holdCalls(): () => void {
  let goOn = () => {};
  waiting.for = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return () => {
    waiting.for = undefined;
    goOn();
  };
}
