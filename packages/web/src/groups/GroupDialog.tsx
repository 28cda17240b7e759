import { createGroup, updateGroup } from '@folkmoot/contract/groups/api.ts';
import { GroupFields, type GroupView, LIMITS } from '@folkmoot/contract/groups/schema.ts';
import { Textarea, TextInput } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';
import { AddPeopleDialog } from './AddPeopleDialog.tsx';
import { refreshGroups } from './queries.ts';

type Props = {
  /** The group to change; without it a new one is created. */
  group?: GroupView;
  /** Goes on to add people to the new group. */
  people?: boolean;
  onCreated?: (group: GroupView) => Promise<void>;
};

/** Creates a group, or changes what it is called. */
export function GroupDialog({ group, people = false, onCreated }: Props) {
  const show = useShowDialog();
  const form = useFields({
    schema: GroupFields,
    initial: { name: group?.name ?? '', description: group?.description ?? '' },
  });
  const send = async (values: typeof form.values) => {
    const answer = group ? await call(updateGroup, { groupId: group.id, ...values }) : await call(createGroup, values);
    refreshGroups();
    return answer;
  };
  return (
    <FormDialog
      title={group ? 'Edit group' : 'Create group'}
      form={form}
      send={send}
      onSent={async ({ data }) => {
        if (group) return;
        // Another screen would close the next dialog.
        await onCreated?.(data);
        if (people) show(<AddPeopleDialog group={data} />);
      }}
      fallback="Something went wrong. Please try again."
      submitLabel={group ? 'Save' : 'Create group'}
      loadingLabel={group ? 'Saving' : 'Creating'}
    >
      <TextInput label="Name" withAsterisk data-autofocus maxLength={LIMITS.name} {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        withAsterisk
        description={`Who is in it. ${form.values.description.length}/${LIMITS.description}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={LIMITS.description}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  );
}
