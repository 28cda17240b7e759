import { createCategory, renameCategory } from '@folkmoot/contract/channels/api.ts';
import { CategoryFields, LIMITS, tidyCategoryName } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';
import { refreshChannels } from '../queries.ts';
import { NameInput } from './NameInput.tsx';

type Props = {
  serverId: string;
  /** The category to rename; a new one without it. */
  category?: { id: string; name: string };
};

/** Creates a category, or renames one. */
export function CategoryDialog({ serverId, category }: Props) {
  const close = useCloseDialog();
  const form = useFields({ schema: CategoryFields, initial: { name: category?.name ?? '' } });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async (values) => {
      const { message } = category
        ? await call(renameCategory, { ...values, serverId, categoryId: category.id })
        : await call(createCategory, { ...values, serverId });
      refreshChannels(serverId);
      toast.done(message);
      close();
    },
    category ? 'Could not rename the category.' : 'Could not create the category.',
  );
  const { onChange: _untidied, value: typed, ...name } = form.getInputProps('name');
  return (
    <Dialog
      title={category ? 'Edit category' : 'Create category'}
      width={440}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton
            type="submit"
            form="category"
            loading={submission.busy}
            loadingLabel={category ? 'Saving' : 'Creating'}
          >
            {category ? 'Save category' : 'Create category'}
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="category" className={css.form}>
        <NameInput
          label="Name"
          required
          data-autofocus
          max={LIMITS.category}
          tidy={tidyCategoryName}
          {...name}
          value={typed}
          onChange={(text) => form.setFieldValue('name', text)}
        />
      </Form>
    </Dialog>
  );
}
