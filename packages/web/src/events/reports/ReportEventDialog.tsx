import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { reportEvent } from '@folkmoot/contract/events/api.ts';
import {
  type EventReason,
  LIMITS,
  NewEventReport,
  REASON_LABELS,
  REASONS,
} from '@folkmoot/contract/events/reports-schema.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Radio, Stack, Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';

type Props = { event: Pick<EventView, 'id'>; token: string | undefined };

/** Reports an event to the moderators. */
export function ReportEventDialog({ event, token }: Props) {
  const form = useFields({ schema: NewEventReport, initial: { reason: '' as EventReason, note: '' } });
  const send = (values: typeof form.values) => call(reportEvent, { ...values, eventId: event.id, token });
  return (
    <FormDialog
      title="Report event"
      form={form}
      send={send}
      fallback="Could not report the event."
      submitLabel="Report"
      loadingLabel="Reporting"
    >
      <Radio.Group label="What is wrong with it?" {...form.getInputProps('reason')}>
        <Stack gap={8} pt={8} pb={16}>
          {REASONS.map((reason) => (
            <Radio key={reason} value={reason} label={REASON_LABELS[reason]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Anything we should know (optional)"
        description={`${lengthOf(form.values.note ?? '')}/${LIMITS.note}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
