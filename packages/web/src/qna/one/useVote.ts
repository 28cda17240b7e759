import { voteForQuestion } from '@folkmoot/contract/qna/api.ts';
import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { changeShown, type Seen } from '../live/queries.ts';

/**
 * Votes for a question at once, and takes that back if the server refuses. Presses in a row are sent in a row, so that the last one
 * counts.
 */
export function useVote({ eventId, token }: Seen, question: QuestionView): (voted: boolean) => void {
  const { _id } = question;
  const { mutate } = useMutation({
    scope: { id: `vote ${_id}` },
    mutationFn: (voted: boolean) => call(voteForQuestion, { eventId, questionId: _id, token, voted }),
    onMutate: (voted) => {
      const before = { votes: question.votes, rev: question.rev, voted: question.voted ?? false };
      changeShown(eventId, _id, (shown) => {
        if ((shown.voted ?? false) === voted) return shown;
        // A newer count, such as in an answer that was on its way, may have this vote or not: the call's answer tells.
        return shown.rev > before.rev
          ? { ...shown, voted }
          : { ...shown, voted, votes: shown.votes + (voted ? 1 : -1) };
      });
      return before;
    },
    onSuccess: ({ data }) =>
      changeShown(eventId, _id, (shown) =>
        data.rev < shown.rev ? { ...shown, voted: data.voted } : { ...shown, ...data },
      ),
    onError: (error, _voted, before) => {
      if (before)
        changeShown(eventId, _id, (shown) =>
          // A newer count has come meanwhile, without this vote.
          shown.rev > before.rev ? { ...shown, voted: before.voted } : { ...shown, ...before },
        );
      toast.failed(error);
    },
  });
  return mutate;
}
