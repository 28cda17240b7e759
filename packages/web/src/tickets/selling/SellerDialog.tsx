import { getSellerDetails, setSellerDetails } from '@folkmoot/contract/payments/papers-api.ts';
import { SellerDetails } from '@folkmoot/contract/payments/papers-schema.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';

const TITLE = 'Details on invoices';

/** What is on the invoices of what you sell: loaded, and changed. */
export function SellerDialog() {
  const details = useQuery({ ...apiQuery(getSellerDetails, {}), refetchOnMount: 'always' });
  if (details.data && !details.isFetching)
    return <DetailsForm initial={details.data.data ?? { name: '', address: '', taxNumber: '' }} />;
  return (
    <Dialog title={TITLE} width={460}>
      {details.isError ? (
        <ErrorState error={details.error} again={details.refetch} level={3} />
      ) : (
        <LoadingFallback>
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
    </Dialog>
  );
}

function DetailsForm({ initial }: { initial: SellerDetails }) {
  const form = useFields({ schema: SellerDetails, initial });
  return (
    <FormDialog
      title={TITLE}
      width={460}
      form={form}
      send={(values) => call(setSellerDetails, values)}
      onSent={() => void queryClient.invalidateQueries({ queryKey: apiQueryKey(getSellerDetails) })}
      submitLabel="Save"
      loadingLabel="Saving"
    >
      <p>Buyers get an invoice from you for each ticket. These details are on the invoices for all your events.</p>
      <TextInput
        label="Legal name"
        withAsterisk
        data-autofocus
        autoComplete="organization"
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Address"
        withAsterisk
        autosize
        minRows={3}
        autoComplete="street-address"
        {...form.getInputProps('address')}
      />
      <TextInput
        label="VAT or tax number"
        description="Leave empty if you have none."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        {...form.getInputProps('taxNumber')}
      />
    </FormDialog>
  );
}
