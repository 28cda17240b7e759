import { createCategory, renameCategory } from '@folkmoot/contract/channels/api.ts';
import { CategoryFields, LIMITS, tidyCategoryName } from '@folkmoot/contract/channels/schema.ts';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { refreshChannels } from '../queries.ts';
import { NameInput } from './NameInput.tsx';

type Props = {
  serverId: string;
  /** The category to rename; a new one without it. */
  category?: { id: string; name: string };
};

/** Creates a category, or renames one. */
export function CategoryDialog({ serverId, category }: Props) {
  const form = useFields({ schema: CategoryFields, initial: { name: category?.name ?? '' } });
  const send = async (values: typeof form.values) => {
    const { message } = category
      ? await call(renameCategory, { ...values, serverId, categoryId: category.id })
      : await call(createCategory, { ...values, serverId });
    refreshChannels(serverId);
    return { message };
  };
  const { onChange: _untidied, value: typed, ...name } = form.getInputProps('name');
  return (
    <FormDialog
      title={category ? 'Edit category' : 'Create category'}
      width={440}
      form={form}
      send={send}
      fallback={category ? 'Could not rename the category.' : 'Could not create the category.'}
      submitLabel={category ? 'Save category' : 'Create category'}
      loadingLabel={category ? 'Saving' : 'Creating'}
    >
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
    </FormDialog>
  );
}
