import type { SpotView } from '@folkmoot/contract/inbox/schema.ts';
import { useNavigate } from '@tanstack/react-router';

/** Goes to a message as `SpotLink` does, from places where a link is not possible. */
export function useOpenSpot(): (spot: SpotView, seq: number) => void {
  const navigate = useNavigate();
  return (spot, seq) => {
    const search = spot.parentId === null ? { message: seq } : { message: seq, thread: spot.conversationId };
    if (spot.channelId !== null)
      void navigate({ to: '/channel/$channelId', params: { channelId: spot.channelId }, search });
    else
      void navigate({
        to: '/chat/$conversationId',
        params: { conversationId: spot.parentId ?? spot.conversationId },
        search,
      });
  };
}
