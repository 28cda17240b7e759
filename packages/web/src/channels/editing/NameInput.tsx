import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import css from './name-input.module.css';
import { isOnlySpaces, tidyAt } from './slugify-input.ts';

type Props = Omit<TextInputProps, 'onChange' | 'value' | 'label'> & {
  label: string;
  value: string;
  max: number;
  tidy: (text: string) => string;
  /** `onlySpaces` is true where nothing but spaces was typed, whatever became of them. */
  onChange: (text: string, onlySpaces: boolean) => void;
  icon?: ReactNode;
};

/** A name that is tidied while you type; the caret keeps its position, and the code points are counted. */
export function NameInput({ label, value, max, tidy, onChange, icon, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const composing = useRef(false);
  const onlySpaces = useRef(false);

  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const take = (raw: string, at: number) => {
    onlySpaces.current = isOnlySpaces(raw, onlySpaces.current);
    // A syllable that is still being composed must not be touched.
    const tidied = composing.current ? { text: raw, caret: at } : tidyAt(raw, at, tidy);
    caret.current = composing.current ? undefined : tidied.caret;
    onChange(tidied.text, onlySpaces.current);
  };

  const length = lengthOf(value);
  return (
    <div className={css.field}>
      <span className={css.counter} data-over={length > max || undefined} aria-hidden="true">
        {length}/{max}
      </span>
      <TextInput
        {...rest}
        ref={input}
        label={label}
        value={value}
        leftSection={icon}
        autoComplete="off"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          take(event.currentTarget.value, event.currentTarget.selectionStart ?? event.currentTarget.value.length);
        }}
        onChange={(event: ChangeEvent<HTMLInputElement>) =>
          take(event.currentTarget.value, event.currentTarget.selectionStart ?? event.currentTarget.value.length)
        }
      />
    </div>
  );
}
