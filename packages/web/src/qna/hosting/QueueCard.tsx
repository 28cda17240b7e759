import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconPencil, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import type { Seen } from '../live/queries.ts';
import { By } from '../one/By.tsx';
import one from '../one/question.module.css';
import { votesOf } from '../words.ts';
import css from './hosting.module.css';
import { Reports } from './Reports.tsx';
import { useModerate } from './useModerate.ts';

const RefuseDialog = lazyPart(() => import('./RefuseDialog.tsx'), 'RefuseDialog');
const RewordDialog = lazyPart(() => import('../one/RewordDialog.tsx'), 'RewordDialog');
const MergeDialog = lazyPart(() => import('./MergeDialog.tsx'), 'MergeDialog');

/** A question that waits, with the answers that a host has for it. */
export function QueueCard({ seen, question }: { seen: Seen; question: QuestionView }) {
  const id = useId();
  const show = useShowDialog();
  const { move, isPending } = useModerate(question);
  const { similar, isHeld } = question;
  return (
    <article className={css.card} aria-labelledby={id}>
      <p id={id} className={one.text} dir="auto">
        {question.content}
      </p>
      <By question={question} />
      {isHeld && <p className={css.held}>Held because it contains one of your hold words.</p>}
      {similar && (
        <p className={css.similar}>
          <IconCopy size={15} aria-hidden />
          Similar to a question with {votesOf(similar.votes)}.
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Merge: ${question.content}`}
            onClick={() => show(<MergeDialog seen={seen} question={question} first={similar} />)}
          >
            Merge
          </Button>
        </p>
      )}
      <Reports question={question} />
      <div className={css.answers}>
        <Button
          variant="light"
          size="xs"
          aria-label={`Approve: ${question.content}`}
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={isPending}
          onClick={() => move('published')}
        >
          Approve
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={`Refuse: ${question.content}`}
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => show(<RefuseDialog question={question} />)}
        >
          Refuse
        </Button>
        <span className={css.gap} />
        <IconButton
          label="Reword"
          about={question.content}
          size={30}
          onClick={() => show(<RewordDialog seen={seen} question={question} host />)}
        >
          <IconPencil size={17} />
        </IconButton>
      </div>
    </article>
  );
}
