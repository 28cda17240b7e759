import { onlineManager } from '@tanstack/react-query';
import { startLive, stopLive } from '../../core/live.ts';
import { queryClient } from '../../core/query-client.ts';
import { clearSession } from '../../core/session.tsx';

/**
 * Makes the call that ends this session, and clears what belongs to it. From the beginning nothing else is asked for with it: what is on its
 * way is given up, news that would make the page ask again does not come, and other calls wait. If the call fails, all of it goes on.
 * What waits is never asked for if it succeeds: the page is about to be left.
 */
export async function endSessionBy<Answered>(end: () => Promise<Answered>): Promise<Answered> {
  stopLive();
  // Queries wait as they do without a network; what people do is called all the same.
  onlineManager.setOnline(false);
  await queryClient.cancelQueries();
  try {
    const answered = await end();
    clearSession(true);
    return answered;
  } catch (error) {
    onlineManager.setOnline(true);
    startLive();
    void queryClient.invalidateQueries();
    throw error;
  }
}
