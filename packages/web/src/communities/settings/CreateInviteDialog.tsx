import { createInviteCode, listInviteCodes } from '@folkmoot/contract/communities/api.ts';
import { InviteFields } from '@folkmoot/contract/communities/schema.ts';
import { NumberInput, Select } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';

const DAYS = [
  { value: '', label: 'Never' },
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After a week' },
  { value: '30', label: 'After 30 days' },
  { value: '365', label: 'After a year' },
];

/** A new invitation link, with an expiry and a number of uses if wanted. */
export function CreateInviteDialog({ serverId }: { serverId: string }) {
  const form = useFields({
    schema: InviteFields,
    initial: { expiresInDays: 7 as number | null, maxUses: null as number | null },
  });
  const send = async (values: typeof form.values) => {
    const { message } = await call(createInviteCode, { ...values, serverId });
    await queryClient.invalidateQueries({ queryKey: apiQueryKey(listInviteCodes) });
    return { message };
  };
  const uses = form.getInputProps('maxUses');
  return (
    <FormDialog
      title="New invitation link"
      width={420}
      form={form}
      send={send}
      fallback="Could not create the link."
      submitLabel="Create link"
      loadingLabel="Creating"
    >
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
        placeholder="No limit"
        allowDecimal={false}
        allowNegative={false}
        {...uses}
        value={form.values.maxUses ?? ''}
        onChange={(value) => form.setFieldValue('maxUses', value === '' ? null : Number(value))}
      />
    </FormDialog>
  );
}
