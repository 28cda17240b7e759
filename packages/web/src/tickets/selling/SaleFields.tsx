import { Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MomentInput } from '../../events/times/WhenSection.tsx';
import css from './selling.module.css';
import type { TicketValues } from './ticket-form.ts';

type Props = {
  form: UseFormReturnType<TicketValues>;
  /** The zone of the event, in which times are written. */
  zone: string;
  /** A ticket that is there already can be archived. */
  isNew: boolean;
};

/** To whom, when and how a ticket is given out: what most tickets do without. */
export function SaleFields({ form, zone, isNew }: Props) {
  const { values, errors } = form;
  const option = (field: 'is_hidden' | 'require_approval' | 'is_archived') => ({
    checked: values[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      form.setFieldValue(field, currentTarget.checked),
  });
  const moment = (field: 'sale_starts_epoc' | 'sale_ends_epoc') => ({
    value: values[field],
    zone,
    onChange: (next: number | null) => {
      form.setFieldValue(field, next);
      form.clearFieldError(field);
    },
    error: errors[field] as string | undefined,
  });
  const used = values.is_hidden || values.require_approval || values.is_archived;
  return (
    <details
      className={css.more}
      open={used || values.sale_starts_epoc !== null || values.sale_ends_epoc !== null || undefined}
    >
      <summary>More options</summary>
      <Stack gap="md" mt="md">
        <MomentInput
          label="On sale from"
          description="Leave empty to start right away."
          {...moment('sale_starts_epoc')}
        />
        <MomentInput
          label="On sale until"
          description="Leave empty to stop when registration closes."
          {...moment('sale_ends_epoc')}
        />
        <Switch
          label="Require approval"
          description="A host approves each registration for this ticket."
          {...option('require_approval')}
        />
        <Switch
          label="Hidden"
          description="Only people who enter a code for it see this ticket."
          {...option('is_hidden')}
        />
        {!isNew && (
          <Switch
            label="Archived"
            description="No one can get this ticket any more. People who already have it keep it."
            {...option('is_archived')}
          />
        )}
      </Stack>
    </details>
  );
}
