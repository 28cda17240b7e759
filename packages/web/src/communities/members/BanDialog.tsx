import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import {
  banMember,
  countWritten,
  listBans,
  listCommunitiesOf,
  listMembers,
} from '@folkmoot/contract/communities/api.ts';
import { BanFields, Deleted, LIMITS, type MemberView, WRITTEN_COUNTED } from '@folkmoot/contract/communities/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Radio, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';

const STRETCHES = { none: 'None', hour: 'Of the last hour', day: 'Of the last day', week: 'Of the last week' } as const;

/** Bans a member, with a reason for the people who manage the community, and deletes what they wrote lately if wanted. */
export function BanDialog({ member, serverId }: { member: MemberView; serverId: string }) {
  const name = fullName(member);
  const target = { serverId, memberId: member.memberId };
  const counted = useQuery({ ...apiQuery(countWritten, target), staleTime: 0 });
  const written = counted.data?.data;
  const form = useFields({ schema: BanFields, initial: { reason: '', deleted: 'none' as Deleted } });
  const send = async (values: typeof form.values) => {
    const { message } = await call(banMember, { ...values, ...target });
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) });
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listBans) });
    // Their card, from which they were banned, names this community no longer.
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listCommunitiesOf) });
    return { message };
  };
  const { deleted } = form.values;
  const gone = deleted === 'none' ? 0 : written?.[deleted];
  // The line is there before the number, so that nothing moves under a finger.
  const many = (one: 'hour' | 'day' | 'week') =>
    written ? messages(written[one]) : counted.isError ? 'Could not be counted.' : 'Counting…';
  return (
    <FormDialog
      title={`Ban ${name}?`}
      width={480}
      form={form}
      send={send}
      fallback="Could not ban the member."
      submitLabel={gone === 0 ? 'Ban member' : `Ban and delete ${gone === undefined ? 'messages' : messages(gone)}`}
      loadingLabel="Banning"
      danger
    >
      <p>They will be removed right away and cannot come back until the ban is lifted.</p>
      <Radio.Group
        label="Delete their messages"
        value={deleted}
        onChange={(value) => form.setFieldValue('deleted', Deleted.parse(value))}
      >
        <Stack gap={8} mt={8}>
          {Deleted.options.map((one) => (
            <Radio
              key={one}
              value={one}
              label={STRETCHES[one]}
              description={one === 'none' ? 'All their messages stay.' : many(one)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Reason (optional)"
        description={`${lengthOf(form.values.reason)}/${LIMITS.reason}. Seen by people who manage members, not by ${name}.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}

function messages(count: number): string {
  if (count >= WRITTEN_COUNTED) return `${WRITTEN_COUNTED} messages or more`;
  return count === 1 ? '1 message' : `${count} messages`;
}
