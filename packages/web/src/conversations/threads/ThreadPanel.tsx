import {
  followThread,
  getThread,
  messageDeleted,
  messageEdited,
  reactionChanged,
  unfollowThread,
} from '@folkmoot/contract/conversations/api.ts';
import type { ThreadView } from '@folkmoot/contract/conversations/schema.ts';
import { IconEyeCheck, IconEyePlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useLive, useResync } from '../../core/live.ts';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { paneProps } from '../../ui/layout/panes.ts';
import { ConversationView } from '../ConversationView.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { NotificationMenu } from '../NotificationMenu.tsx';
import { ThreadRoot } from './ThreadRoot.tsx';
import css from './thread-panel.module.css';

type Props = {
  /** The thread's parent conversation, its name and its screen's address. */
  conversationId: string;
  name: string;
  link: string;
  threadId: string;
  /** The `seq` of a reply to open at. */
  at: number | undefined;
  onClose: () => void;
  /** Goes to the message it hangs on, in the conversation around it. */
  onRoot: (seq: number) => void;
};

/** A thread beside its conversation; on phones it replaces the conversation. */
export function ThreadPanel(props: Props) {
  return <Thread key={props.threadId} {...props} />;
}

function Thread({ conversationId, name, link, threadId, at, onClose, onRoot }: Props) {
  const input = { conversationId, messageId: threadId };
  const thread = useQuery(apiQuery(getThread, input));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(getThread, input) });
  const about = (messageId: string) => messageId === threadId && refresh();
  useLive(messageEdited, ({ message }) => about(message.id));
  useLive(messageDeleted, ({ message }) => about(message.id));
  useLive(reactionChanged, ({ messageId }) => about(messageId));
  useResync(refresh);
  const following = thread.data?.facts.following ?? false;
  const follow = useApiMutation(followThread, { said: 'You are now following this thread.', onDone: refresh });
  const unfollow = useApiMutation(unfollowThread, { onDone: refresh });
  const change = (next: (view: ThreadView) => ThreadView) =>
    queryClient.setQueryData<ThreadView>(apiQueryKey(getThread, input), (view) => view && next(view));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Anything open above it, such as a menu, is elsewhere in the page and handles Escape itself.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.shiftKey || event.defaultPrevented || !inside) return;
    onClose();
    const message = document.querySelector<HTMLElement>(`[data-row][tabindex]:has([data-message="${threadId}"])`);
    if (message) message.focus();
    else focusComposer(conversationId);
  };

  return (
    <aside className={css.panel} aria-label="Thread" {...paneProps('panel')} onKeyDown={onKeyDown}>
      <header className={css.bar}>
        <h2>Thread</h2>
        <span className={css.name} dir="auto">
          {name}
        </span>
        {thread.data && thread.data.facts.version > 0 && thread.data.facts.joined && (
          <IconButton
            label={following ? 'Stop following this thread' : 'Follow this thread'}
            aria-pressed={following}
            onClick={() => (following ? unfollow : follow).mutate({ conversationId: threadId })}
          >
            {following ? <IconEyeCheck size={20} /> : <IconEyePlus size={20} />}
          </IconButton>
        )}
        {thread.data && following && <NotificationMenu facts={thread.data.facts} name="this thread" />}
        <IconButton label="Close the thread" onClick={onClose}>
          <IconX size={20} />
        </IconButton>
      </header>
      {thread.isPending && (
        <div className={css.waiting}>
          <LoadingFallback label="Loading the thread">
            <SkeletonRows rows={4} size={36} round />
          </LoadingFallback>
        </div>
      )}
      {thread.isError && <ErrorState error={thread.error} again={thread.refetch} level={3} />}
      {thread.data && (
        <ConversationView
          facts={thread.data.facts}
          name="thread"
          at={at}
          link={`${link}?thread=${threadId}`}
          onThread={undefined}
          root={<ThreadRoot view={thread.data} change={change} onRoot={onRoot} />}
          around={name}
        />
      )}
    </aside>
  );
}
