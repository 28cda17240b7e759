import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Radio, Stack, Textarea } from '@mantine/core';
import type { z } from 'zod';
import { useFields } from '../core/form.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';

type Report<Reason extends string> = { reason: Reason; note: string };

type Props<Reason extends string> = {
  title: string;
  /** Who gets it, where that is not plain. */
  lead?: string | undefined;
  schema: z.ZodType<unknown, { reason?: Reason; note?: string | undefined }>;
  /** The words beside each reason. */
  reasons: Readonly<Record<Reason, string>>;
  noteLabel: (reason: Reason) => string;
  noteLimit: number;
  send: (report: Report<Reason>) => Promise<{ message: string }>;
  fallback: string;
};

/** Reports something to its moderators: what is wrong, and a note. */
export function ReportDialog<Reason extends string>({
  title,
  lead,
  schema,
  reasons,
  noteLabel,
  noteLimit,
  send,
  fallback,
}: Props<Reason>) {
  const form = useFields<Report<Reason>>({ schema: schema as never, initial: { reason: '' as Reason, note: '' } });
  const { reason, note } = form.values;
  return (
    <FormDialog title={title} form={form} send={send} fallback={fallback} submitLabel="Report" loadingLabel="Reporting">
      {lead && <p>{lead}</p>}
      <Radio.Group label="What is wrong with it?" {...form.getInputProps('reason')}>
        <Stack gap="xs" pt="xs">
          {Object.entries<string>(reasons).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={noteLabel(reason)}
        description={`${lengthOf(note)}/${noteLimit}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
