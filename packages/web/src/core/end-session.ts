import { refusals } from '@folkmoot/contract/core/problem.ts';
import { waiting } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { startLive, stopLive } from './live.ts';
import { queryClient } from './query-client.ts';
import { clearSession } from './session.tsx';

/**
 * Makes the call that ends this session, and clears what belongs to it. From the beginning nothing else is asked for with it: what is on its
 * way is given up, news that would make the page ask again does not come, and other calls wait. If the call fails, all of it goes on.
 *
 * @param stays whether this page goes on for a visitor; if it is about to be left, what waits is never asked for.
 */
export async function endSessionBy<Answered>(end: () => Promise<Answered>, stays = false): Promise<Answered> {
  // It has begun, so that it waits for nothing; everything that begins from now on does.
  const ending = end();
  const goOn = holdCalls();
  stopLive();
  try {
    const [answered] = await Promise.all([ending, queryClient.cancelQueries()]);
    clearSession(true);
    if (stays)
      goOn(new ApiError({ statusCode: 401, code: refusals.signedOut.code, message: refusals.signedOut.message }));
    return answered;
  } catch (error) {
    goOn();
    startLive();
    void queryClient.invalidateQueries();
    throw error;
  }
}

/** Lets all other calls wait. @returns what lets them go on; with an error, they are refused with it. */
function holdCalls(): (error?: ApiError) => void {
  let settle: (error?: ApiError) => void = () => undefined;
  const over = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  over.catch(() => undefined);
  waiting.for = over;
  return (error) => {
    waiting.for = undefined;
    settle(error);
  };
}
