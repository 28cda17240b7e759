import { DECLINE_REASONS, type DeclineReason } from '@folkmoot/contract/core/decline.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { type GuestView, LIMITS } from '@folkmoot/contract/registrations/schema.ts';
import { Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { Problems, Writing } from './cancel-wizard-state.ts';
import css from './guests.module.css';
import { goesBackTo, RefundChoice } from './RefundChoice.tsx';

type StepProps = { writing: Writing; onChange: (writing: Writing) => void; problems: Problems };
type ReasonStepProps = StepProps & { guest: Pick<GuestView, 'money'> };

/** The reason, whether what was paid goes back, and whether the guest is notified. */
export function ReasonStep({ writing, onChange, problems, guest }: ReasonStepProps) {
  const own = writing.reason === 'Custom' || writing.reason === 'Other';
  return (
    <Stack gap="md">
      <Radio.Group
        label="Reason"
        withAsterisk
        error={problems.reason}
        value={writing.reason}
        onChange={(reason) => onChange({ ...writing, reason: reason as DeclineReason, edited: false })}
      >
        <Stack gap="xs" mt="xs">
          {DECLINE_REASONS.map((reason) => (
            <Radio key={reason} value={reason} label={reason} />
          ))}
        </Stack>
      </Radio.Group>
      {own && (
        <Textarea
          label="Your reason"
          withAsterisk
          description={`${lengthOf(writing.own)}/${LIMITS.reason}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          error={problems.own}
          autosize
          minRows={3}
          value={writing.own}
          onChange={({ currentTarget }) => onChange({ ...writing, own: currentTarget.value, edited: false })}
        />
      )}
      <RefundChoice
        goesBack={goesBackTo([guest])}
        checked={writing.refund}
        onChange={(refund) => onChange({ ...writing, refund })}
      />
      <Switch
        label="Send update email"
        description="If this is off, the registration is cancelled right away, and the guest is not told."
        checked={writing.notify}
        onChange={({ currentTarget }) => onChange({ ...writing, notify: currentTarget.checked })}
      />
    </Stack>
  );
}

/** The email, to be edited. */
export function TemplateStep({ writing, onChange, problems }: StepProps) {
  return (
    <Stack gap="md">
      <TextInput
        label="Subject"
        withAsterisk
        description={`${lengthOf(writing.subject)}/${LIMITS.subject}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={problems.subject}
        value={writing.subject}
        onChange={({ currentTarget }) => onChange({ ...writing, subject: currentTarget.value, edited: true })}
      />
      <Textarea
        label="Body"
        withAsterisk
        error={problems.body}
        autosize
        minRows={8}
        maxRows={16}
        value={writing.body}
        onChange={({ currentTarget }) => onChange({ ...writing, body: currentTarget.value, edited: true })}
      />
    </Stack>
  );
}

/** A preview of the email. */
export function PreviewStep({ writing, to }: { writing: Writing; to: string }) {
  return (
    <section className={css.letter} aria-label="Preview">
      <p className={css.faint}>To {to}</p>
      <h3 dir="auto">{writing.subject}</h3>
      <div className={css.body} dir="auto">
        {writing.body}
      </div>
    </section>
  );
}
