import { banMember, listBans, listMembers } from '@folkmoot/contract/communities/api.ts';
import { BanFields, LIMITS, type MemberView } from '@folkmoot/contract/communities/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';

/** Bans a member, with a reason for the people who manage the community. */
export function BanDialog({ member, serverId }: { member: MemberView; serverId: string }) {
  const name = `${member.firstName} ${member.lastName}`.trim();
  const form = useFields({ schema: BanFields, initial: { reason: '' } });
  const send = async (values: typeof form.values) => {
    const { message } = await call(banMember, { ...values, serverId, memberId: member.memberId });
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) });
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listBans) });
    return { message };
  };
  return (
    <FormDialog
      title={`Ban ${name}?`}
      width={460}
      form={form}
      send={send}
      fallback="Could not ban the member."
      submitLabel="Ban member"
      loadingLabel="Banning"
      danger
    >
      <p>They will be removed right away and cannot come back until the ban is lifted. Their messages stay.</p>
      <Textarea
        label="Reason (optional)"
        description={`${lengthOf(form.values.reason)}/${LIMITS.reason}. Seen by people who manage members, not by ${name}.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
