import { updatePersonal } from '@folkmoot/contract/personal/api.ts';
import { type PersonalDetail, PersonalFields } from '@folkmoot/contract/personal/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { AvatarPicker } from '../accounts/settings/AvatarPicker.tsx';
import { call } from '../core/api-client.ts';
import { Form, useFields, useSubmit } from '../core/form.tsx';
import { toast } from '../core/toast.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { refreshPersonal } from './queries.ts';

/** A group's own name and picture; without them its members' names and avatars are shown. */
export function GroupDialog({ chat }: { chat: PersonalDetail }) {
  const close = useCloseDialog();
  const form = useFields({ schema: PersonalFields, initial: { name: chat.name, coverUrl: chat.coverUrl } });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async (values) => {
      const { message } = await call(updatePersonal, { ...values, conversationId: chat.id });
      refreshPersonal(chat.id);
      toast.done(message);
      close();
    },
    'Could not save the group.',
  );
  return (
    <Dialog title="Name and cover">
      <Form {...submission}>
        <TextInput
          label="Name (optional)"
          data-autofocus
          description="If you leave it empty, the members’ names are shown."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...form.getInputProps('name')}
        />
        <AvatarPicker
          type="community"
          label="Cover"
          value={form.values.coverUrl}
          error={form.errors.coverUrl}
          onChange={(coverUrl) => form.setFieldValue('coverUrl', coverUrl)}
        />
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" loading={submission.busy} loadingLabel="Saving">
            Save
          </LoadingButton>
        </div>
      </Form>
    </Dialog>
  );
}
