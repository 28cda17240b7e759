import { updatePersonal } from '@folkmoot/contract/personal/api.ts';
import { type PersonalDetail, PersonalFields } from '@folkmoot/contract/personal/schema.ts';
import { TextInput } from '@mantine/core';
import { AvatarPicker } from '../accounts/settings/AvatarPicker.tsx';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';
import { refreshPersonal } from './queries.ts';

/** A group's own name and picture; without them its members' names and avatars are shown. */
export function GroupDialog({ chat }: { chat: PersonalDetail }) {
  const form = useFields({ schema: PersonalFields, initial: { name: chat.name, coverUrl: chat.coverUrl } });
  const send = async (values: typeof form.values) => {
    const { message } = await call(updatePersonal, { ...values, conversationId: chat.id });
    refreshPersonal(chat.id);
    return { message };
  };
  return (
    <FormDialog
      title="Name and cover"
      form={form}
      send={send}
      fallback="Could not save the group."
      submitLabel="Save"
      loadingLabel="Saving"
    >
      <TextInput
        label="Name (optional)"
        data-autofocus
        description="Leave empty to show the members’ names."
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
    </FormDialog>
  );
}
