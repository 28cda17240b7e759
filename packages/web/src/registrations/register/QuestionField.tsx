import type { Question } from '@folkmoot/contract/questionnaires/schema.ts';
import { Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconLink } from '@tabler/icons-react';
import { type FocusEvent, useId } from 'react';
import type { AnswerDraft } from './answers.ts';
import css from './registration.module.css';

type Props = {
  question: Question;
  written: AnswerDraft;
  wrong: string | undefined;
  /** Where the form finds the field, to focus it. */
  path: string | undefined;
  onChange: (next: AnswerDraft) => void;
  /** The field has been left; `still` says a moment later whether it stays so. */
  onLeave: (still?: () => boolean) => void;
};

/** One question of the registration dialog, shown according to its type. */
export function QuestionField(props: Props) {
  const { question, written, wrong, path, onChange, onLeave } = props;
  if (question.type === 'single-select' || question.type === 'multi-select') return <Choices {...props} />;
  const shared = {
    label: question.question,
    withAsterisk: question.is_required,
    required: question.is_required,
    error: wrong,
    value: written.text,
    onBlur: () => onLeave(),
    'aria-invalid': wrong !== undefined,
    'data-path': path,
    dir: 'auto',
  } as const;
  const write = (text: string) => onChange({ ...written, text });
  return question.type === 'link' ? (
    <TextInput
      {...shared}
      inputMode="url"
      leftSection={<IconLink size={17} aria-hidden />}
      onChange={(event) => write(event.currentTarget.value)}
    />
  ) : (
    <Textarea {...shared} autosize minRows={2} onChange={(event) => write(event.currentTarget.value)} />
  );
}

/** Single choices as bordered rows, multiple choices as chips; both may have an option with your own text. */
function Choices({ question, written, wrong, path, onChange, onLeave }: Props) {
  const id = useId();
  const single = question.type === 'single-select';
  const type = single ? 'radio' : 'checkbox';
  const otherOn = written.other !== undefined;
  const pick = (optionId: string) => {
    if (single) return onChange({ ...written, ids: [optionId], other: undefined });
    const on = written.ids.includes(optionId);
    onChange({ ...written, ids: on ? written.ids.filter((one) => one !== optionId) : [...written.ids, optionId] });
  };
  const pickOther = () =>
    onChange(single ? { ...written, ids: [], other: '' } : { ...written, other: otherOn ? undefined : '' });
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    const field = event.currentTarget;
    // A press on a label briefly removes the focus, then moves it to the label's input.
    if (!field.contains(event.relatedTarget)) onLeave(() => !field.contains(document.activeElement));
  };
  const shared = {
    type,
    name: id,
    'data-path': path,
    'aria-invalid': wrong === undefined ? undefined : true,
    'aria-describedby': wrong === undefined ? undefined : `${id}wrong`,
  } as const;
  return (
    <fieldset className={css.question} onBlur={leave}>
      <legend dir="auto">
        {question.question}
        {question.is_required && (
          <>
            <span aria-hidden="true"> *</span>
            <VisuallyHidden>(required)</VisuallyHidden>
          </>
        )}
        {single ? null : <small> choose any</small>}
      </legend>
      <div className={single ? css.rows : css.chips}>
        {question.choices.map(({ option_id, option_text }) => {
          const on = written.ids.includes(option_id);
          return (
            <label key={option_id} className={single ? css.row : css.chip} data-on={on || undefined}>
              <input {...shared} checked={on} onChange={() => pick(option_id)} />
              {!single && on && <IconCheck size={15} stroke={2.4} aria-hidden />}
              <span dir="auto">{option_text}</span>
            </label>
          );
        })}
        {question.is_others && (
          <label className={single ? css.row : css.chip} data-on={otherOn || undefined}>
            <input {...shared} checked={otherOn} onChange={pickOther} />
            {!single && otherOn && <IconCheck size={15} stroke={2.4} aria-hidden />}
            <span>Something else</span>
          </label>
        )}
      </div>
      {otherOn && (
        <TextInput
          aria-label={`Something else: ${question.question}`}
          placeholder="In your own words"
          value={written.other ?? ''}
          aria-invalid={wrong !== undefined}
          onChange={(event) => onChange({ ...written, other: event.currentTarget.value })}
        />
      )}
      {wrong !== undefined && (
        <p className={css.wrong} id={`${id}wrong`} role="alert">
          <IconAlertCircle size={15} aria-hidden />
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
