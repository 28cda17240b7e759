import { createGroup, updateGroup } from '@folkmoot/contract/groups/api.ts';
import { type GroupRule, type GroupView, LIMITS, NewGroup } from '@folkmoot/contract/groups/schema.ts';
import { CROP_RATIOS } from '@folkmoot/contract/media/schema.ts';
import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { CoverField } from '../media/selector/CoverField.tsx';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';
import { AddPeopleDialog } from './AddPeopleDialog.tsx';
import { refreshGroups } from './queries.ts';
import { FIRST_RULE, RuleField } from './RuleField.tsx';
import { ruleInWords } from './rule-words.ts';

type Props = {
  /** The group to change; without it a new one is created. */
  group?: GroupView;
  /** Goes on to add people to the new group. */
  people?: boolean;
  onCreated?: (group: GroupView) => Promise<void>;
};

const PEOPLE = [
  { value: 'added', label: 'I add people' },
  { value: 'living', label: 'By a rule' },
];

/** Creates a group, or changes what it is called, its picture, and the rule of a living one. */
export function GroupDialog({ group, people = false, onCreated }: Props) {
  const show = useShowDialog();
  const form = useFields({
    schema: NewGroup,
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      image: group?.image ?? null,
      rule: group?.rule ?? null,
    },
  });
  const { rule = null, description } = form.values;
  /** The description says what the rule is, as long as nobody has written another one. */
  const follow = (next: GroupRule | null) => {
    if (description === (rule ? ruleInWords(rule) : ''))
      form.setFieldValue('description', next ? ruleInWords(next) : '');
    form.setFieldValue('rule', next);
  };
  const send = async (values: typeof form.values) => {
    const { rule: changed, ...fields } = values;
    const answer = group
      ? await call(updateGroup, { groupId: group.id, ...fields, ...(changed && { rule: changed }) })
      : await call(createGroup, values);
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
        if (people && data.rule === null) show(<AddPeopleDialog group={data} />);
      }}
      fallback="Something went wrong. Please try again."
      submitLabel={group ? 'Save' : 'Create group'}
      loadingLabel={group ? 'Saving' : 'Creating'}
    >
      {!group && (
        <SegmentedControl
          aria-label="People"
          data={PEOPLE}
          value={rule ? 'living' : 'added'}
          onChange={(value) => follow(value === 'living' ? FIRST_RULE : null)}
        />
      )}
      <TextInput label="Name" withAsterisk data-autofocus maxLength={LIMITS.name} {...form.getInputProps('name')} />
      {rule && <RuleField rule={rule} onChange={follow} />}
      <Textarea
        label="Description"
        withAsterisk
        description={`Who is in it. ${description.length}/${LIMITS.description}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={LIMITS.description}
        {...form.getInputProps('description')}
      />
      <CoverField
        label="Picture"
        noun="picture"
        small
        ratio={CROP_RATIOS.profile}
        purpose="group"
        value={form.values.image ?? null}
        error={form.errors.image}
        onChange={(url) => form.setFieldValue('image', url)}
      />
    </FormDialog>
  );
}
