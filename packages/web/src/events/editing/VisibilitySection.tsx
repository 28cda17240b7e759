import { getPasscodeTries } from '@folkmoot/contract/events/api.ts';
import { LIMITS } from '@folkmoot/contract/events/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { IconLock, IconUsersGroup, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { RadioCards } from '../../ui/inputs/RadioCards.tsx';
import css from './event-form.module.css';
import type { FormProps } from './event-form.ts';
import { Field } from './Field.tsx';

const PUBLIC = { value: 'public', title: 'Public', text: 'Anyone can find it.', icon: IconWorld } as const;
const COMMUNITY = {
  value: 'community',
  title: 'Community',
  text: 'Only its members can see it.',
  icon: IconUsersGroup,
} as const;
const PRIVATE = {
  value: 'private',
  title: 'Private',
  text: 'Only people who are invited or approved, or who have the passcode.',
  icon: IconLock,
} as const;

/** Who sees the event, and the passcode that opens a private one. */
export function VisibilitySection({ values, set, errors, event }: FormProps) {
  const options = values.serverId === null ? [PUBLIC, PRIVATE] : [PUBLIC, COMMUNITY, PRIVATE];
  return (
    <Field path="visibility">
      <RadioCards
        label="Who can see it"
        options={options}
        value={values.visibility}
        onChange={(visibility) => set({ visibility })}
      />
      {values.visibility === 'private' && <PasscodeField values={values} set={set} errors={errors} event={event} />}
    </Field>
  );
}

/** The number of wrong tries, if it is more than a slip. */
function WrongTries({ eventId }: { eventId: string }) {
  const tries = useQuery(apiQuery(getPasscodeTries, { eventId }));
  const wrong = tries.data?.data.wrong ?? 0;
  if (wrong === 0) return null;
  return (
    <p role="status">
      {wrong === 1 ? '1 wrong attempt in the last 24 hours.' : `${wrong} wrong attempts in the last 24 hours.`}
    </p>
  );
}

/** Where the passcode stands: what was chosen here counts once it is saved. */
function standOf(chosen: string | null | undefined, has: boolean): string {
  if (chosen === undefined) return has ? 'Set' : 'None';
  if (chosen !== null) return 'Set once you save';
  return has ? 'Removed once you save' : 'None';
}

/** Sets, changes or removes the passcode. It is never shown again. */
function PasscodeField({ values, set, errors, event }: FormProps) {
  const [editing, setEditing] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const has = values.passcode === undefined ? (event?.hasPasscode ?? false) : values.passcode !== null;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (typed.trim() === '') return setProblem('Enter the passcode.');
    set({ passcode: typed });
    setTyped('');
    setEditing(false);
  };
  return (
    <Field path="passcode" className={css.passcode ?? ''}>
      <p>
        <b>Passcode</b>
        <span role="status">{standOf(values.passcode, event?.hasPasscode ?? false)}</span>
      </p>
      {event?.hasPasscode && <WrongTries eventId={event.id} />}
      {editing ? (
        <form onSubmit={submit} noValidate>
          <TextInput
            label="New passcode"
            description="Share it with the people you invite. It cannot be shown again."
            autoComplete="off"
            spellCheck={false}
            maxLength={LIMITS.passcode}
            autoFocus
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setProblem(undefined);
            }}
            error={problem}
          />
          <div className={css.buttons}>
            <Button type="submit" size="sm">
              Set passcode
            </Button>
            <Button variant="subtle" size="sm" onClick={() => setEditing(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className={css.buttons}>
          <Button variant="default" size="sm" onClick={() => setEditing(true)}>
            {has ? 'Change passcode' : 'Set a passcode'}
          </Button>
          {has && (
            <Button variant="subtle" size="sm" onClick={() => set({ passcode: null })}>
              Remove passcode
            </Button>
          )}
        </div>
      )}
      {errors.passcode && <p role="alert">{errors.passcode}</p>}
    </Field>
  );
}
