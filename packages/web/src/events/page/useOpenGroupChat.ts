import { createPrivate } from '@folkmoot/contract/personal/api.ts';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../core/queries.ts';
import { refreshPersonal } from '../../personal/queries.ts';

/** Turns on the group chat of an event, and goes there. For its hosts. */
export function useOpenGroupChat(eventId: string) {
  const navigate = useNavigate();
  const { isPending, mutate } = useApiMutation(createPrivate, {
    said: null,
    onDone: ({ data }) => {
      refreshPersonal(data.id);
      void navigate({ to: '/chat/$conversationId', params: { conversationId: data.id } });
    },
  });
  return { isPending, open: () => mutate({ users: [], eventId }) };
}
