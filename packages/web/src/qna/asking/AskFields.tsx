import { ANONYMOUS_HINT } from '@folkmoot/contract/qna/refusals-schema.ts';
import { LIMITS, type QnaView, type QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Switch, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './asking.module.css';
import { Similar } from './Similar.tsx';
import type { useAsk } from './useAsk.ts';
import '../../styles/app.css';

type Props = {
  qna: QnaView;
  ask: ReturnType<typeof useAsk>;
  /** Questions that are known here, to be compared with. */
  among: readonly QuestionView[];
  /** The button that sends, where it is beside the count. */
  send?: ReactNode;
  autoFocus?: boolean;
};

/** The fields of a new question: its words with their count, and whether it is anonymous, where that is allowed. */
export function AskFields({ qna, ask: { form, length }, among, send, autoFocus }: Props) {
  const { content, isAnonymous } = form.values;
  // While it is closed only hosts ask: one without a name would be one of them.
  const mayBeAnonymous = qna.allowAnonymousQuestions && qna.status === 'enabled';
  return (
    <>
      <Textarea
        aria-label="Your question"
        placeholder="What would you like to ask?"
        variant={send ? 'unstyled' : 'default'}
        classNames={send ? { input: css.bare ?? '' } : {}}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus={autoFocus}
        dir="auto"
        {...form.getInputProps('content')}
      />
      <Similar content={content} among={among} />
      {isAnonymous && <p className={css.hint}>{ANONYMOUS_HINT}</p>}
      <div className={css.end}>
        {(mayBeAnonymous || isAnonymous) && (
          <Switch
            label="Ask anonymously"
            classNames={{ track: css.track ?? '' }}
            {...form.getInputProps('isAnonymous', { type: 'checkbox' })}
            aria-description={ANONYMOUS_HINT}
          />
        )}
        <span className={css.gap} />
        <span className={css.count} data-over={length > LIMITS.content || undefined}>
          <span aria-hidden>
            {length}/{LIMITS.content}
          </span>
          <span className={css.hidden}>
            {length} of {LIMITS.content} characters
          </span>
        </span>
        {send}
      </div>
    </>
  );
}
