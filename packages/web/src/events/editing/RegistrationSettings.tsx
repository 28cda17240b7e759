import { LIMITS } from '@folkmoot/contract/events/schema.ts';
import { NumberInput, Switch } from '@mantine/core';
import { MomentInput } from '../times/WhenSection.tsx';
import css from './event-form.module.css';
import type { FormProps } from './event-form.ts';
import { Field } from './Field.tsx';

/** Capacity, when people can register, and who approves them. */
export function RegistrationSettings({ values, set, errors }: Omit<FormProps, 'event'>) {
  return (
    <>
      <Field path="capacity">
        <NumberInput
          label="Capacity"
          placeholder="No limit"
          description="The most people who can come. Leave empty for no limit."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          className={css.short ?? ''}
          min={1}
          max={LIMITS.capacity}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          value={values.capacity ?? ''}
          onChange={(next) => set({ capacity: next === '' ? null : Number(next) })}
          error={errors.capacity}
        />
      </Field>
      <div className={css.two}>
        <Field path="registration_opens_epoc">
          <MomentInput
            label="Registration opens"
            description="Leave empty to open when the event is published."
            value={values.registration_opens_epoc}
            zone={values.time_zone}
            onChange={(registration_opens_epoc) => set({ registration_opens_epoc })}
            error={errors.registration_opens_epoc}
          />
        </Field>
        <Field path="registration_closes_epoc">
          <MomentInput
            label="Registration closes"
            description="Leave empty to close when the event ends."
            value={values.registration_closes_epoc}
            zone={values.time_zone}
            onChange={(registration_closes_epoc) => set({ registration_closes_epoc })}
            error={errors.registration_closes_epoc}
          />
        </Field>
      </div>
      <div className={css.card}>
        <Option
          label="Require approval"
          about="A host approves each registration."
          on={values.require_approval}
          onChange={(require_approval) => set({ require_approval })}
        />
        <Option
          label="Waiting list"
          about="Once the event is full, people can wait for a spot."
          on={values.waitlist}
          onChange={(waitlist) => set({ waitlist })}
        />
        <Option
          label="Show who is going"
          about="Everyone who can see the page can see the guests’ names."
          on={values.showGuests}
          onChange={(showGuests) => set({ showGuests })}
        />
      </div>
    </>
  );
}

type OptionProps = { label: string; about: string; on: boolean; onChange: (on: boolean) => void };

function Option({ label, about, on, onChange }: OptionProps) {
  return (
    <Switch
      classNames={{ root: css.option ?? '', body: css.optionBody ?? '' }}
      labelPosition="left"
      label={label}
      description={about}
      checked={on}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
