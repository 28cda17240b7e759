import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { addComment, listComments } from '@folkmoot/contract/qna/api.ts';
import { canComment } from '@folkmoot/contract/qna/rules.ts';
import { LIMITS, type QnaView, type QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Button, Textarea } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { loadChunk } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { changeShown, refreshComments, type Seen } from '../live/queries.ts';
import one from '../one/question.module.css';
import { CommentRow } from './CommentRow.tsx';
import css from './talking.module.css';

type Props = { seen: Seen; qna: QnaView; question: QuestionView };

/** What was written under a question, oldest first, and where to write more. */
export function Comments({ seen, qna, question }: Props) {
  const input = { eventId: seen.eventId, questionId: question._id, token: seen.token };
  const comments = useInfiniteQuery({
    queryKey: [...apiQueryKey(listComments, input), 'pages'],
    queryFn: ({ signal, pageParam }) => call(listComments, { ...input, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.items.length > 0 && pages.reduce((sum, { items }) => sum + items.length, 0) < last.count
        ? pages.length + 1
        : undefined,
  });
  const all = comments.data?.pages.flatMap(({ items }) => items) ?? [];
  const decision = canComment(qna, question.state);
  return (
    <div className={css.comments}>
      {comments.isPending && (
        <LoadingFallback label="Loading comments">
          <SkeletonRows rows={2} size={26} round />
        </LoadingFallback>
      )}
      {comments.isError && <ErrorState error={comments.error} again={comments.refetch} level={3} />}
      {all.length > 0 && (
        <ul className={css.list} aria-label="Comments">
          {all.map((comment) => (
            <CommentRow key={comment._id} {...{ seen, qna, comment }} />
          ))}
        </ul>
      )}
      {comments.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          className={css.more}
          loading={comments.isFetchingNextPage}
          onClick={() => void loadMore(comments)}
        >
          More comments
        </Button>
      )}
      {decision.ok ? (
        <Compose seen={seen} question={question} />
      ) : (
        comments.isSuccess && <p className={css.note}>{decision.refusal.message}</p>
      )}
    </div>
  );
}

const loadFile = loadChunk(() => import('./comment-fields.ts'));
const loadFields = () => loadFile().then(({ CommentSchema }) => CommentSchema);

function Compose({ seen: { eventId, token }, question }: Pick<Props, 'seen' | 'question'>) {
  const form = useFields({ schema: loadFields, initial: { content: '' } });
  const submission = useSubmit(form, async ({ content }) => {
    const questionId = question._id;
    const answer = await call(addComment, { eventId, questionId, token, content });
    form.reset();
    toast.done(answer.message);
    changeShown(eventId, questionId, (shown) => ({
      ...shown,
      comments: Math.max(shown.comments, question.comments + 1),
    }));
    refreshComments(eventId, questionId);
  });
  const length = lengthOf(form.values.content.trim());
  return (
    <Form {...submission} className={css.compose}>
      <Textarea
        className={css.field}
        aria-label="Your comment"
        placeholder="Write a comment"
        autosize
        minRows={1}
        maxRows={8}
        dir="auto"
        {...form.getInputProps('content')}
      />
      {length > LIMITS.comment * 0.9 && (
        <span className={css.count}>
          {length.toLocaleString()}/{LIMITS.comment.toLocaleString()}
        </span>
      )}
      <LoadingButton type="submit" className={one.main} loading={submission.busy} loadingLabel="Sending">
        Comment
      </LoadingButton>
    </Form>
  );
}
