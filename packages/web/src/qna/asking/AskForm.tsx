import type { QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { useRef } from 'react';
import { Form } from '../../core/form.tsx';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import type { Seen } from '../live/queries.ts';
import one from '../one/question.module.css';
import { AskFields } from './AskFields.tsx';
import css from './asking.module.css';
import { useAsk } from './useAsk.ts';

type Props = {
  seen: Seen;
  qna: QnaView;
  among: readonly QuestionView[];
  onAsked: (question: QuestionView) => void;
};

/** Where a question is typed, above the list. */
export function AskForm({ seen, qna, among, onAsked }: Props) {
  const ask = useAsk(seen, onAsked);
  const frame = useRef<HTMLDivElement>(null);
  useToastRoom(frame, true);
  return (
    <div ref={frame}>
      <Form {...ask.submission} className={css.ask}>
        <AskFields
          qna={qna}
          ask={ask}
          among={among}
          send={
            <LoadingButton type="submit" className={one.main} loading={ask.submission.busy} loadingLabel="Asking">
              Ask
            </LoadingButton>
          }
        />
      </Form>
    </div>
  );
}
