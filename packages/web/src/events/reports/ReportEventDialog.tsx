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
import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';

type Props = { event: Pick<EventView, 'id'>; token: string | undefined };

/** Reports an event to the moderators. */
export function ReportEventDialog({ event, token }: Props) {
  const close = useCloseDialog();
  const form = useFields({ schema: NewEventReport, initial: { reason: '' as EventReason, note: '' } });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async (values) => {
      const { message } = await call(reportEvent, { ...values, eventId: event.id, token });
      toast.done(message);
      close();
    },
    'Could not report the event.',
  );
  return (
    <Dialog
      title="Report event"
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" form="report-event" loading={submission.busy} loadingLabel="Reporting">
            Report
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="report-event">
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
      </Form>
    </Dialog>
  );
}
