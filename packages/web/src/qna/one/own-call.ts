import type { OwnQuestionView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import type { CallOptions } from '../../core/api-client.ts';
import type { Seen } from '../live/queries.ts';

type Own = { eventId: string; questionId: string; token?: string | undefined; key?: string };

/**
 * How a call about a question says who asked it: under a name by the session or the token; an anonymous one by its key alone, and as
 * nobody, so that nothing ties the key to a person.
 */
export function ownCall(
  { eventId, token }: Seen,
  question: QuestionView | OwnQuestionView,
): { input: Own; options: CallOptions } {
  const input = { eventId, questionId: question._id };
  return 'key' in question
    ? { input: { ...input, key: question.key }, options: { asNobody: true } }
    : { input: { ...input, token }, options: {} };
}
