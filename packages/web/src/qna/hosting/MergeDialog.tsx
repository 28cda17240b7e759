import { mergeQuestion, previewMerge } from '@folkmoot/contract/qna/api.ts';
import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { ordered } from '../live/lists.ts';
import { dropQuestion, noteQuestion, refreshQna, type Seen, useQuestions } from '../live/queries.ts';
import { votesOf } from '../words.ts';
import css from './dialogs.module.css';

type Target = Pick<QuestionView, '_id' | 'content' | 'votes'>;
type Props = { seen: Seen; question: QuestionView; first?: Target };

/** Merges a question with another one, which keeps its words. How many votes that makes is shown first. */
export function MergeDialog({ seen, question, first }: Props) {
  const close = useCloseDialog();
  const [search, setSearch] = useState('');
  const [into, setInto] = useState(first?._id ?? '');
  const { eventId } = seen;
  const open = useQuestions(seen, { isAnswered: false, sortBy: 'votes', search });
  const listed = ordered(open.data, 'votes').filter(({ _id }) => _id !== question._id);
  const all: Target[] = first && search === '' ? [first, ...listed.filter(({ _id }) => _id !== first._id)] : listed;
  const united = useQuery({
    ...apiQuery(previewMerge, { eventId, questionId: question._id, into }),
    enabled: into !== '',
    staleTime: 0,
  });
  const merge = useApiMutation(mergeQuestion, {
    quiet: true,
    onDone: ({ data }) => {
      dropQuestion(eventId, question._id);
      noteQuestion(data);
      refreshQna(eventId);
      close();
    },
  });
  return (
    <Dialog
      title="Merge this question"
      subtitle={question.content}
      width={560}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <LoadingButton
            loading={merge.isPending}
            loadingLabel="Merging"
            disabled={into === '' || !united.isSuccess}
            onClick={() => merge.mutate({ eventId, questionId: question._id, into })}
          >
            Merge
          </LoadingButton>
        </>
      }
    >
      <div className={css.stack}>
        {merge.error && <Problem>{errorMessage(merge.error)}</Problem>}
        <p>It will be archived, and its votes move to the question that you choose.</p>
        <SearchInput
          variant="quiet"
          aria-label="Search questions"
          placeholder="Search questions"
          value={search}
          onSearch={setSearch}
        />
        {open.isPending && (
          <LoadingFallback label="Loading the questions">
            <SkeletonRows rows={3} />
          </LoadingFallback>
        )}
        {open.isError && <ErrorState error={open.error} again={open.refetch} level={3} />}
        {open.data && all.length === 0 && (
          <EmptyState
            art="search"
            title={search === '' ? 'No other question is open' : 'No questions match'}
            level={3}
          />
        )}
        {all.length > 0 && (
          <Radio.Group aria-label="Merge with" value={into} onChange={setInto} className={css.choices}>
            {all.map((one) => (
              <Radio
                key={one._id}
                value={one._id}
                className={css.choice}
                label={<bdi>{one.content}</bdi>}
                description={votesOf(one.votes)}
              />
            ))}
          </Radio.Group>
        )}
        <p role="status" className={css.united}>
          {into !== '' && united.data && (
            <>
              <b>Together: {votesOf(united.data.data.votes)}.</b>{' '}
              {united.data.data.both > 0 &&
                (united.data.data.both === 1
                  ? 'One person voted for both and counts once.'
                  : `${united.data.data.both.toLocaleString()} people voted for both and count once.`)}
            </>
          )}
          {into !== '' && united.isError && errorMessage(united.error)}
        </p>
      </div>
    </Dialog>
  );
}
