import type { ThreadView } from '@folkmoot/contract/conversations/schema.ts';
import { useMyId } from '../../core/session.tsx';
import { Message } from '../messages/Message.tsx';
import { useMessageHandlers } from '../messages/useMessageHandlers.tsx';
import type { Timeline } from '../timeline/timeline.ts';
import css from './thread-panel.module.css';

type Props = {
  view: ThreadView;
  change: (next: (view: ThreadView) => ThreadView) => void;
  onRoot: (seq: number) => void;
};

/** The root message of a thread, above its replies. It behaves as it does in its conversation. */
export function ThreadRoot({ view: { root, people, facts }, change, onRoot }: Props) {
  const me = useMyId();
  const known = new Map(people.map((person) => [person.id, person]));
  const link = location.pathname;
  const { acts } = useMessageHandlers({
    facts: { ...facts, following: false },
    link,
    onThread: undefined,
    onJump: onRoot,
    markUnread: () => undefined,
  });
  const alone = {
    messages: [root],
    people: known,
    hasBefore: false,
    hasAfter: false,
    version: 0,
    ahead: new Set<number>(),
  };
  const onChange = (next: (timeline: Timeline) => Timeline) =>
    change((view) => ({ ...view, root: next({ ...alone, messages: [view.root] }).messages[0] ?? view.root }));
  return (
    <div className={css.root}>
      <Message
        facts={{ ...facts, id: root.conversationId, type: 'channel' }}
        message={{ ...root, thread: null }}
        people={known}
        me={me}
        continues={false}
        found={false}
        change={onChange}
        acts={{ ...acts, onReply: undefined }}
      />
      <div className={css.count}>
        <button type="button" onClick={() => onRoot(root.seq)}>
          Show in conversation
        </button>
        <span>
          {root.thread === null
            ? 'No replies yet'
            : root.thread.count === 1
              ? '1 reply'
              : `${root.thread.count.toLocaleString()} replies`}
        </span>
      </div>
    </div>
  );
}
