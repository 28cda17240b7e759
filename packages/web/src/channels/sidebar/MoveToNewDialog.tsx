import { createCategory, moveChannel } from '@folkmoot/contract/channels/api.ts';
import { CategoryFields, type ChannelView, LIMITS, tidyCategoryName } from '@folkmoot/contract/channels/schema.ts';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { NameInput } from '../editing/NameInput.tsx';
import { refreshChannels } from '../queries.ts';

/** Creates a category and moves a channel into it. */
export function MoveToNewDialog({ channel }: { channel: Pick<ChannelView, 'id' | 'name' | 'serverId'> }) {
  const { serverId } = channel;
  // Kept, so that trying again after a failed move does not make a second category.
  const [made, setMade] = useState<{ name: string; categoryId: string }>();
  const form = useFields({ schema: CategoryFields, initial: { name: '' } });
  const send = async (values: typeof form.values) => {
    let categoryId = made?.name === values.name ? made.categoryId : undefined;
    if (!categoryId) {
      categoryId = (await call(createCategory, { ...values, serverId })).data.categoryId;
      setMade({ name: values.name, categoryId });
    }
    const { message } = await call(moveChannel, { serverId, channelId: channel.id, categoryId });
    refreshChannels(serverId, channel.id);
    return { message };
  };
  const { onChange: _untidied, value: typed, ...name } = form.getInputProps('name');
  return (
    <FormDialog
      title="Create category and move"
      width={440}
      form={form}
      send={send}
      fallback="Could not move the channel."
      submitLabel="Create and move"
      loadingLabel="Moving"
    >
      <NameInput
        label="Category name"
        required
        data-autofocus
        max={LIMITS.category}
        tidy={tidyCategoryName}
        description={`#${channel.name} moves into it.`}
        {...name}
        value={typed}
        onChange={(text) => form.setFieldValue('name', text)}
      />
    </FormDialog>
  );
}
