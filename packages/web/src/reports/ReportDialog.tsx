import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { reportMessage } from '@folkmoot/contract/reports/api.ts';
import { LIMITS, NewReport, REASON_LABELS, REASONS, type Reason } from '@folkmoot/contract/reports/schema.ts';
import { Radio, Stack, Textarea } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';

/** Reports a message to the moderators. */
export function ReportDialog({ message }: { message: Pick<MessageView, 'id' | 'conversationId'> }) {
  const form = useFields({ schema: NewReport, initial: { reason: '' as Reason, note: '' } });
  const send = (values: typeof form.values) =>
    call(reportMessage, {
      ...values,
      conversationId: message.conversationId,
      messageId: message.id,
    });
  return (
    <FormDialog
      title="Report message"
      form={form}
      send={send}
      fallback="Could not report the message."
      submitLabel="Report"
      loadingLabel="Reporting"
    >
      <Radio.Group label="What is wrong with it?" {...form.getInputProps('reason')}>
        <Stack gap={8} pt={8}>
          {REASONS.map((reason) => (
            <Radio key={reason} value={reason} label={REASON_LABELS[reason]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={form.values.reason === 'other' ? 'In a few words' : 'Anything the moderators should know (optional)'}
        description={`${lengthOf(form.values.note ?? '')}/${LIMITS.note}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
