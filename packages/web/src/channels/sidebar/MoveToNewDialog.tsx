import { createCategory, moveChannel } from '@folkmoot/contract/channels/api.ts';
import { CategoryFields, type ChannelView, LIMITS, tidyCategoryName } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';
import { NameInput } from '../editing/NameInput.tsx';
import { refreshChannels } from '../queries.ts';

/** Creates a category and moves a channel into it. */
export function MoveToNewDialog({ channel }: { channel: Pick<ChannelView, 'id' | 'name' | 'serverId'> }) {
  const { serverId } = channel;
  const close = useCloseDialog();
  // Kept, so that trying again after a failed move does not make a second category.
  const [made, setMade] = useState<{ name: string; categoryId: string }>();
  const form = useFields({ schema: CategoryFields, initial: { name: '' } });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async (values) => {
      let categoryId = made?.name === values.name ? made.categoryId : undefined;
      if (!categoryId) {
        categoryId = (await call(createCategory, { ...values, serverId })).data.categoryId;
        setMade({ name: values.name, categoryId });
      }
      const { message } = await call(moveChannel, { serverId, channelId: channel.id, categoryId });
      refreshChannels(serverId, channel.id);
      toast.done(message);
      close();
    },
    'Could not move the channel.',
  );
  const { onChange: _untidied, value: typed, ...name } = form.getInputProps('name');
  return (
    <Dialog
      title="Create category and move"
      width={440}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" form="move-to-new" loading={submission.busy} loadingLabel="Moving">
            Create and move
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="move-to-new" className={css.form}>
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
      </Form>
    </Dialog>
  );
}
