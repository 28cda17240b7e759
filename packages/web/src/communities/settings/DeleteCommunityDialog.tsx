import { deleteCommunity } from '@folkmoot/contract/communities/api.ts';
import { Deletion, refusals } from '@folkmoot/contract/communities/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';
import { railQuery } from '../queries.ts';

/** Deletes a community once its name has been typed. */
export function DeleteCommunityDialog({ community }: { community: { id: string; name: string } }) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const form = useFields({
    schema: Deletion.refine(({ name }) => name === community.name, {
      message: refusals.nameDiffers.message,
      path: ['name'],
    }),
    initial: { name: '' },
  });
  const submission = useSubmit(
    form,
    async (values) => {
      const { message } = await call(deleteCommunity, { ...values, serverId: community.id });
      toast.done(message);
      close();
      await navigate({ to: '/' });
      await queryClient.fetchQuery({ ...railQuery(), staleTime: 0 });
    },
    'Could not delete the community.',
  );
  return (
    <Dialog
      title={`Delete ${community.name}?`}
      width={460}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <LoadingButton
            type="submit"
            form="delete-community"
            color="madder"
            loading={submission.busy}
            loadingLabel="Deleting"
          >
            Delete community
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="delete-community" className={css.form}>
        <p>Its channels, messages and members are deleted with it, for everyone. You cannot undo this.</p>
        <TextInput
          label={`Type “${community.name}” to go on`}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
      </Form>
    </Dialog>
  );
}
