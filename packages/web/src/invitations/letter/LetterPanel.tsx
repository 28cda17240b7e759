import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { ApiError, errorMessage, isPassing } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { SidePanel } from '../../ui/dialog/SidePanel.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LetterFields } from './LetterFields.tsx';
import css from './letter.module.css';
import { type Letter, problemsIn, sentLetter } from './letter.ts';

/** A letter as a call carries it. */
export type Content = ReturnType<typeof sentLetter>;

type Props = {
  title: string;
  /** The letter before it is changed. */
  initial: () => Letter;
  /** Emails it to the sender alone. */
  onTest: (content: Content) => void;
  isTesting: boolean;
  /** Sends it; `id` is the same for each try of one letter. */
  deliver: (id: string, content: Content) => Promise<{ message: string }>;
  /** It was refused: the numbers may be others now. */
  onRefused: (problem: ApiError) => void;
  /** Whether the numbers are there, and somebody would get it. */
  ready: boolean;
  /** What is wrong besides the letter, if it was tried to send it. */
  wrong?: boolean;
  submitLabel: string;
  /** Whom it reaches. */
  sum: ReactNode;
  /** Whether something besides the letter was changed. */
  edited?: boolean;
  /** Called when it was tried to send it. */
  onTried?: () => void;
  /** Above the letter. */
  children: ReactNode;
};

const LEAVE = {
  title: 'Leave without sending?',
  body: 'What you wrote will be lost.',
  stay: 'Keep editing',
  leave: 'Leave',
};

/** A letter to many in one step: whom it goes to, what it says, a test, and sending. */
export function LetterPanel(props: Props) {
  const close = useCloseDialog();
  const [letter, setLetter] = useState(props.initial);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // The same for each try: a letter whose answer was lost is not sent twice.
  const [id, setId] = useState(() => uuid());
  useUnsaved(letter.edited || props.edited === true, LEAVE);
  const problems = problemsIn(letter);
  const isFine = () => {
    setTried(true);
    return Object.keys(problems).length === 0;
  };
  const send = async () => {
    props.onTried?.();
    if (!isFine() || busy || props.wrong) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { message } = await props.deliver(id, sentLetter(letter));
      close();
      toast.done(message);
    } catch (error) {
      // What is wrong with the time stands at its field.
      if (!(error instanceof ApiError && 'send_at' in error.fields))
        setProblem(errorMessage(error, 'Something went wrong. Please try again.'));
      // A refused letter does not exist: the next try is another one.
      if (error instanceof ApiError && !isPassing(error)) {
        setId(uuid());
        props.onRefused(error);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <SidePanel
      title={props.title}
      width={680}
      footer={
        <>
          <span className={css.sum} aria-live="polite">
            {problem === undefined ? props.sum : <Problem>{problem}</Problem>}
          </span>
          <LoadingButton
            variant="default"
            loading={props.isTesting}
            loadingLabel="Sending"
            onClick={() => {
              if (isFine()) props.onTest(sentLetter(letter));
            }}
          >
            Send a test
          </LoadingButton>
          <LoadingButton
            loading={busy}
            loadingLabel="Sending"
            disabled={!props.ready}
            leftSection={<IconSend size={17} />}
            onClick={() => void send()}
          >
            {props.submitLabel}
          </LoadingButton>
        </>
      }
    >
      <div className={css.form}>
        {props.children}
        <LetterFields
          letter={letter}
          onChange={(changed) => {
            setLetter({ ...changed, edited: true });
            setProblem(undefined);
          }}
          problems={tried ? problems : {}}
          focus={false}
        />
      </div>
    </SidePanel>
  );
}
