import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { reportMessage } from '@folkmoot/contract/reports/api.ts';
import { LIMITS, NewReport, REASON_LABELS, REASONS, type Reason } from '@folkmoot/contract/reports/schema.ts';
import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { Form, useFields, useSubmit } from '../core/form.tsx';
import { toast } from '../core/toast.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';

/** Reports a message to the moderators. */
export function ReportDialog({ message }: { message: Pick<MessageView, 'id' | 'conversationId'> }) {
  const close = useCloseDialog();
  const form = useFields({ schema: NewReport, initial: { reason: '' as Reason, note: '' } });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async (values) => {
      const { message: said } = await call(reportMessage, {
        ...values,
        conversationId: message.conversationId,
        messageId: message.id,
      });
      toast.done(said);
      close();
    },
    'Could not report the message.',
  );
  return (
    <Dialog title="Report message">
      <Form {...submission}>
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
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" loading={submission.busy} loadingLabel="Reporting">
            Report
          </LoadingButton>
        </div>
      </Form>
    </Dialog>
  );
}
