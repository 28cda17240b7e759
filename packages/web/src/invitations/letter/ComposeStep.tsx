import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { type InviteRole, LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { RichText } from '../../events/editing/RichText.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { chipsOf, type Selection } from '../selection.ts';
import { WITH_FIRST_NAME } from './FirstName.tsx';
import { LetterPreview } from './LetterPreview.tsx';
import css from './letter.module.css';
import { asksForName, type Letter, type LetterProblems } from './letter.ts';

type Props = {
  event: EventView;
  inviter: string;
  role: InviteRole;
  letter: Letter;
  onChange: (letter: Letter) => void;
  problems: LetterProblems;
  selection: Selection;
  onBack: () => void;
};

const WIDTHS = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
];

/** The second step: subject, message, and how it will look. */
export function ComposeStep({ event, inviter, role, letter, onChange, problems, selection, onBack }: Props) {
  const narrow = useMedia('phone');
  const to = useId();
  const subject = useRef<HTMLInputElement>(null);
  // The button that led here is gone.
  useEffect(() => subject.current?.focus(), []);
  const [width, setWidth] = useState('email');
  const set = (change: Partial<Letter>) => onChange({ ...letter, ...change });
  return (
    <div className={css.compose}>
      <div className={css.form}>
        <section aria-labelledby={to}>
          <span id={to} className={css.label}>
            To
          </span>
          <div className={css.to}>
            <ul>
              {chipsOf(selection).map(({ key, name, count }) => (
                <li key={key}>
                  <bdi>{name}</bdi> {count}
                </li>
              ))}
            </ul>
            <Button variant="subtle" size="compact-sm" onClick={onBack}>
              Change
            </Button>
          </div>
        </section>
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
        <Checkbox
          label="Send me a copy"
          checked={letter.copy}
          onChange={({ currentTarget }) => set({ copy: currentTarget.checked })}
        />
      </div>
      <aside className={css.aside} aria-label="Preview">
        <div className={css.bar}>
          <h3>Preview</h3>
          {!narrow && (
            <SegmentedControl aria-label="Preview for" size="xs" data={WIDTHS} value={width} onChange={setWidth} />
          )}
        </div>
        <LetterPreview
          event={event}
          inviter={inviter}
          role={role}
          letter={letter}
          phone={!narrow && width === 'phone'}
        />
      </aside>
    </div>
  );
}
