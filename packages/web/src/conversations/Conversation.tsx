import { canSend } from '@folkmoot/contract/conversations/rules.ts';
import { type ConversationFacts, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { loadChunk } from '../core/chunks.ts';
import { useMyId } from '../core/session.tsx';
import { BoneRows, Waiting } from '../ui/Bones.tsx';
import { useShowDialog } from '../ui/DialogHost.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Composer } from './Composer.tsx';
import css from './conversation.module.css';
import { MessageList } from './MessageList.tsx';
import { rowsOf } from './rows.ts';
import { useReadMark } from './useReadMark.ts';
import { useTimeline } from './useTimeline.ts';

const loadProfile = loadChunk(() => import('../communities/ProfileDialog.tsx'));

type Props = {
  facts: ConversationFacts;
  /** What stands in `Message {name}`. */
  name: string;
  /** The `seq` of a message to open at, from the address. */
  at: number | undefined;
};

/** What is said in a conversation, and where one says something oneself. */
export function Conversation({ facts, name, at }: Props) {
  const me = useMyId();
  const show = useShowDialog();
  const { timeline, failure, pending, change, load, readBefore, readAfter } = useTimeline(facts, at);
  const [atEnd, setAtEnd] = useState(false);
  const [opened, setOpened] = useState(0);
  const { lineAfter, markAll } = useReadMark(facts, timeline, atEnd);
  const onPerson = useCallback(
    (userId: string) => void loadProfile().then(({ ProfileDialog }) => show(<ProfileDialog userId={userId} />)),
    [show],
  );
  useShiftEscape(markAll);

  const rows = useMemo(
    () =>
      timeline
        ? rowsOf({
            messages: timeline.messages,
            pending,
            hasBefore: timeline.hasBefore,
            hasAfter: timeline.hasAfter,
            unreadAfter: lineAfter,
            me,
          })
        : [],
    [timeline, pending, lineAfter, me],
  );
  const toNewest = async () => {
    await load(undefined);
    setOpened((count) => count + 1);
  };

  const maySend = canSend(facts);
  const nothing = timeline?.messages.length === 0 && pending.length === 0;
  return (
    <>
      {failure !== undefined && (
        <div className={css.middle}>
          <Failure error={failure} again={() => void load(at)} fallback="Failed to fetch data" />
        </div>
      )}
      {failure === undefined && !timeline && (
        <div className={css.loading}>
          <Waiting label="Loading messages">
            <BoneRows size={36} round />
          </Waiting>
        </div>
      )}
      {timeline && nothing && (
        <div className={css.middle}>
          <Empty art="stools" title={`Nothing said in ${name} yet`}>
            {maySend.ok ? 'Say the first thing.' : undefined}
          </Empty>
        </div>
      )}
      {timeline && !nothing && (
        <MessageList
          key={opened}
          facts={facts}
          name={name}
          rows={rows}
          timeline={timeline}
          at={opened === 0 ? at : undefined}
          atEnd={atEnd}
          onAtEnd={setAtEnd}
          onBefore={readBefore}
          onAfter={readAfter}
          onNewest={() => void toNewest()}
          onPerson={onPerson}
          change={change}
        />
      )}
      {maySend.ok && <Composer facts={facts} name={name} />}
      {!maySend.ok && maySend.refusal !== refusals.joinFirst && !facts.archived && (
        <p className={css.closed}>{maySend.refusal.message}</p>
      )}
    </>
  );
}

/** Shift+Escape marks everything here as read. */
function useShiftEscape(act: () => void): void {
  const newest = useEffectEvent(act);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !event.shiftKey) return;
      event.preventDefault();
      newest();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
