import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { InviteRole } from '@folkmoot/contract/invitations/schema.ts';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { useMedia } from '../../ui/useMedia.ts';
import { chipsOf, type Selection } from '../selection.ts';
import { LetterFields } from './LetterFields.tsx';
import { LetterPreview } from './LetterPreview.tsx';
import css from './letter.module.css';
import type { Letter, LetterProblems } from './letter.ts';

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
        <LetterFields letter={letter} onChange={onChange} problems={problems} />
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
