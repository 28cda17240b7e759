import { deleteCommunity } from '@folkmoot/contract/communities/api.ts';
import { Deletion, refusals } from '@folkmoot/contract/communities/schema.ts';
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { queryClient } from '../../core/query-client.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { railQuery } from '../queries.ts';

/** Deletes a community once its name has been typed. */
export function DeleteCommunityDialog({ community }: { community: { id: string; name: string } }) {
  const navigate = useNavigate();
  const form = useFields({
    schema: Deletion.refine(({ name }) => name === community.name, {
      message: refusals.nameDiffers.message,
      path: ['name'],
    }),
    initial: { name: '' },
  });
  const send = (values: typeof form.values) => call(deleteCommunity, { ...values, serverId: community.id });
  return (
    <FormDialog
      title={`Delete ${community.name}?`}
      width={460}
      form={form}
      send={send}
      onSent={async () => {
        await navigate({ to: '/' });
        await queryClient.fetchQuery({ ...railQuery(), staleTime: 0 });
      }}
      fallback="Could not delete the community."
      submitLabel="Delete community"
      loadingLabel="Deleting"
      danger
      dirty={false}
    >
      <p>Its channels, messages and member list will be deleted with it, for everyone. You cannot undo this.</p>
      <TextInput
        label={`Type “${community.name}” to continue`}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
