import type { OriginView } from '@folkmoot/contract/inbox/schema.ts';
import { useNavigate } from '@tanstack/react-router';

/** Goes to a message as `MessageLink` does, where a link is not possible. */
export function useOpenMessage(): (origin: OriginView, seq: number) => void {
  const navigate = useNavigate();
  return (origin, seq) => {
    const search = origin.parentId === null ? { message: seq } : { message: seq, thread: origin.conversationId };
    if (origin.channelId !== null)
      void navigate({ to: '/channel/$channelId', params: { channelId: origin.channelId }, search });
    else
      void navigate({
        to: '/chat/$conversationId',
        params: { conversationId: origin.parentId ?? origin.conversationId },
        search,
      });
  };
}
