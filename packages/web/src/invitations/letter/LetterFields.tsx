import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { RichText } from '../../events/editing/RichText.tsx';
import { WITH_FIRST_NAME } from './FirstName.tsx';
import css from './letter.module.css';
import { asksForName, type Letter, type LetterProblems } from './letter.ts';

type Props = { letter: Letter; onChange: (letter: Letter) => void; problems: LetterProblems; focus?: boolean };

/** Subject and message of a letter to many, and what stands for first names that are not known. */
export function LetterFields({ letter, onChange, problems, focus = true }: Props) {
  const subject = useRef<HTMLInputElement>(null);
  // The button that led here is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (focus) subject.current?.focus();
  }, []);
  const set = (change: Partial<Letter>) => onChange({ ...letter, ...change });
  return (
    <>
      <TextInput
        label="Subject"
        withAsterisk
        description={`${[...letter.subject].length}/${LIMITS.subject}`}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        classNames={{ description: css.count ?? '', root: css.subject ?? '' }}
        ref={subject}
        value={letter.subject}
        error={problems.subject}
        maxLength={LIMITS.subject}
        onChange={({ currentTarget }) => set({ subject: currentTarget.value })}
      />
      <div className={css.message}>
        <RichText
          label="Message"
          value={letter.html}
          error={problems.body}
          more={WITH_FIRST_NAME}
          onChange={(html) => set({ html })}
        />
      </div>
      {asksForName(letter) && (
        <TextInput
          label="If there is no first name"
          description="Many addresses come without a name."
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={60}
          value={letter.fallback}
          onChange={({ currentTarget }) => set({ fallback: currentTarget.value })}
        />
      )}
    </>
  );
}
