import * as api from '@folkmoot/contract/qna/api.ts';
import type { QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Questions } from '../src/qna/attending/Questions.tsx';
import { answer, breakDown } from './answers.ts';
import { draw } from './draw.tsx';
import { QNA_EVENT, qnaView } from './qna.ts';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const SEEN = { eventId: QNA_EVENT, token: undefined };

type Given = {
  qna?: Partial<QnaView>;
  open?: QuestionView[];
  answered?: QuestionView[];
  mine?: QuestionView[];
  waiting?: QuestionView[];
  fails?: boolean;
};

/** Draws the questions of an event, as a member sees them. */
export async function drawQuestions({
  qna = {},
  open = [],
  answered = [],
  mine = [],
  waiting = [],
  fails = false,
}: Given = {}) {
  const view = qnaView(qna);
  answer(api.getQna, { data: view });
  answer(api.listQuestions, ({ isMine, isAnswered, isPending }) => {
    const items = isPending ? waiting : isMine ? mine : isAnswered === 'true' ? answered : open;
    return { items, count: items.length };
  });
  if (fails) breakDown(api.listQuestions);
  answer(api.countQuestions, {
    data: {
      ...{
        pending: waiting.length,
        published: open.length,
        answered: answered.length,
        archived: 0,
        refused: 0,
        bookmarked: 0,
      },
      mine: mine.length,
    },
  });
  return draw(<Questions seen={SEEN} qna={view} event={undefined} />, { as: ME });
}
