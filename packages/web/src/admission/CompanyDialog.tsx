import { setCompany } from '@folkmoot/contract/payments/papers-api.ts';
import { type BoughtOrder, CompanyDetails } from '@folkmoot/contract/payments/papers-schema.ts';
import { Textarea, TextInput } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';

type Props = { order: BoughtOrder; token: string | undefined; onSaved: () => void };

/** The company for which somebody bought, on their invoice and credit notes. */
export function CompanyDialog({ order: { id, company }, token, onSaved }: Props) {
  const form = useFields({ schema: CompanyDetails, initial: company });
  return (
    <FormDialog
      title="Company details"
      width={460}
      form={form}
      send={(values) => call(setCompany, { ...values, orderId: id, token })}
      onSent={onSaved}
      submitLabel="Save"
      loadingLabel="Saving"
    >
      <p>These are added to your invoice, which keeps its number. To remove them, leave everything empty.</p>
      <TextInput label="Company" data-autofocus autoComplete="organization" {...form.getInputProps('name')} />
      <Textarea label="Address" autosize minRows={3} autoComplete="street-address" {...form.getInputProps('address')} />
      <TextInput label="VAT or tax number" autoComplete="off" {...form.getInputProps('taxNumber')} />
    </FormDialog>
  );
}
