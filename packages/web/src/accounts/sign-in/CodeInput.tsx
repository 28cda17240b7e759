import { LIMITS } from '@folkmoot/contract/accounts/schema.ts';
import { PinInput } from '@mantine/core';
import { useId } from 'react';
import css from '../auth-form.module.css';

type Props = {
  value: string;
  onChange: (code: string) => void;
  onComplete?: (code: string) => void;
  error: string | undefined;
};

/** Six boxes for an emailed code; the phone offers the code, and pasting fills them all. */
export function CodeInput({ value, onChange, onComplete, error }: Props) {
  const id = useId();
  return (
    <fieldset className={css.pins} aria-label="Six-digit code" aria-describedby={error ? id : undefined}>
      <PinInput
        length={LIMITS.codeDigits}
        type="number"
        inputMode="numeric"
        oneTimeCode
        autoFocus
        placeholder=""
        value={value}
        onChange={onChange}
        {...(onComplete ? { onComplete } : {})}
        error={error !== undefined}
        // Within a dialog, which decides about the focus itself.
        getInputProps={(index) => ({
          'aria-label': `Digit ${index + 1}`,
          ...(index === 0 && { 'data-autofocus': true }),
        })}
      />
      {error && (
        <span id={id} role="alert" className={css.error}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
