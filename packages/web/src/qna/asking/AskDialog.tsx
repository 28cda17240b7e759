import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { Form } from '../../core/form.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { ordered } from '../live/lists.ts';
import { type Seen, useQuestions } from '../live/queries.ts';
import { AskFields } from './AskFields.tsx';
import css from './asking.module.css';
import { useAsk } from './useAsk.ts';

/** Posts a question from the event's page. What is typed is kept in this browser: closing loses nothing. */
export function AskDialog({ seen, qna, onAsked }: { seen: Seen; qna: QnaView; onAsked: () => void }) {
  const id = useId();
  const close = useCloseDialog();
  const open = useQuestions(seen, { isAnswered: false, sortBy: 'votes' });
  const ask = useAsk(seen, () => {
    close();
    onAsked();
  });
  return (
    <Dialog
      title="Ask a question"
      subtitle={qna.name}
      width={520}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <LoadingButton type="submit" form={id} loading={ask.submission.busy} loadingLabel="Asking">
            Ask
          </LoadingButton>
        </>
      }
    >
      <Form {...ask.submission} id={id} className={css.dialog}>
        <AskFields qna={qna} ask={ask} among={ordered(open.data, 'votes')} autoFocus />
        {qna.approveQuestionsForModeration && qna.role !== 'host' && (
          <p className={css.hint}>A host looks at each question before it is shown.</p>
        )}
      </Form>
    </Dialog>
  );
}
