import { canVote } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconMicrophone2 } from '@tabler/icons-react';
import { useId } from 'react';
import { useNow } from '../../events/times/useNow.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import type { Seen } from '../live/queries.ts';
import { By } from '../one/By.tsx';
import one from '../one/question.module.css';
import { useVote } from '../one/useVote.ts';
import { Vote } from '../one/Vote.tsx';
import { useTalk } from '../talking/useTalk.tsx';
import { votesOf } from '../words.ts';
import css from './hosting.module.css';
import { QuestionMenu } from './QuestionMenu.tsx';
import { Reports } from './Reports.tsx';
import { useModerate } from './useModerate.ts';

type Props = { seen: Seen; qna: QnaView; question: QuestionView };

/** A question on the hosts' board. */
export function BoardCard({ seen, qna, question }: Props) {
  const id = useId();
  const now = useNow();
  const vote = useVote(seen, question);
  const talk = useTalk({ seen, qna, question });
  const act = useModerate(question);
  const { state, isBookmarked = false, reason, mergedInto } = question;
  return (
    <article className={`${css.card} ${css.row}`} aria-labelledby={id}>
      <Vote
        votes={question.votes}
        voted={question.voted ?? false}
        decision={canVote(qna, now, state)}
        about={question.content}
        onVote={vote}
      />
      <div className={one.words}>
        <p id={id} className={one.text} dir="auto">
          {question.content}
        </p>
        <By question={question}>{talk.button}</By>
        <Reports question={question} />
        {state === 'refused' && reason && (
          <p className={css.held}>
            Refused: <bdi>{reason}</bdi>
          </p>
        )}
        {mergedInto && (
          <p className={css.held}>
            Merged with <q dir="auto">{mergedInto.content}</q>, {votesOf(mergedInto.votes)}
          </p>
        )}
      </div>
      <div className={css.tools}>
        {state === 'published' && (
          <Button
            className={css.live}
            size="xs"
            aria-label={`Answer live: ${question.content}`}
            leftSection={<IconMicrophone2 size={16} aria-hidden />}
            loading={act.isPending}
            onClick={() => act.setNow(true)}
          >
            Answer live
          </Button>
        )}
        <IconButton
          label={isBookmarked ? 'Remove the bookmark' : 'Bookmark'}
          about={question.content}
          aria-pressed={isBookmarked}
          size={32}
          onClick={act.bookmark}
        >
          {isBookmarked ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
        </IconButton>
        <QuestionMenu seen={seen} question={question} act={act} />
      </div>
      {talk.comments && <div className={css.under}>{talk.comments}</div>}
    </article>
  );
}
