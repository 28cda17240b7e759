import { createInviteCode, listInviteCodes } from '@folkmoot/contract/communities/api.ts';
import { InviteFields } from '@folkmoot/contract/communities/schema.ts';
import { Button, NumberInput, Select } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';

const DAYS = [
  { value: '', label: 'Never' },
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After a week' },
  { value: '30', label: 'After 30 days' },
  { value: '365', label: 'After a year' },
];

/** A new invitation link, with an expiry and a number of uses if wanted. */
export function CreateInviteDialog({ serverId }: { serverId: string }) {
  const close = useCloseDialog();
  const form = useFields({
    schema: InviteFields,
    initial: { expiresInDays: 7 as number | null, maxUses: null as number | null },
  });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async (values) => {
      const { message } = await call(createInviteCode, { ...values, serverId });
      await queryClient.invalidateQueries({ queryKey: apiQueryKey(listInviteCodes) });
      toast.done(message);
      close();
    },
    'Could not create the link.',
  );
  const uses = form.getInputProps('maxUses');
  return (
    <Dialog
      title="New invitation link"
      width={420}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" form="create-invite" loading={submission.busy} loadingLabel="Making">
            Make link
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="create-invite" className={css.form}>
        <Select
          label="Expires"
          allowDeselect={false}
          data={DAYS}
          value={form.values.expiresInDays === null ? '' : String(form.values.expiresInDays)}
          onChange={(days) => form.setFieldValue('expiresInDays', days ? Number(days) : null)}
          error={form.errors.expiresInDays}
        />
        <NumberInput
          label="Maximum uses (optional)"
          placeholder="Without limit"
          allowDecimal={false}
          allowNegative={false}
          {...uses}
          value={form.values.maxUses ?? ''}
          onChange={(value) => form.setFieldValue('maxUses', value === '' ? null : Number(value))}
        />
      </Form>
    </Dialog>
  );
}
