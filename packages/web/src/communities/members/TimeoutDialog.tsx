import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { listMembers, timeOutMember } from '@folkmoot/contract/communities/api.ts';
import { lengthWords } from '@folkmoot/contract/communities/rules.ts';
import { LIMITS, type MemberView, TIMEOUTS, TimeoutFields } from '@folkmoot/contract/communities/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Radio, Stack, Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { fullDate } from '../../ui/format-date.ts';

const MINUTE = 60_000;

/** Keeps a member from writing for some time. */
export function TimeoutDialog({ member, serverId }: { member: MemberView; serverId: string }) {
  const name = fullName(member);
  const form = useFields({ schema: TimeoutFields, initial: { minutes: 60, reason: '' } });
  const send = async (values: typeof form.values) => {
    const { message } = await call(timeOutMember, { ...values, serverId, memberId: member.memberId });
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) });
    return { message };
  };
  const end = new Date(Date.now() + form.values.minutes * MINUTE).toISOString();
  return (
    <FormDialog
      title={`Time out ${name}?`}
      width={460}
      form={form}
      send={send}
      fallback="Could not time the member out."
      submitLabel={`Time out for ${lengthWords(form.values.minutes)}`}
      loadingLabel="Timing out"
    >
      <Radio.Group
        label="For how long"
        value={String(form.values.minutes)}
        onChange={(value) => form.setFieldValue('minutes', Number(value) as (typeof TIMEOUTS)[number])}
      >
        <Stack gap={8} mt={8}>
          {TIMEOUTS.map((minutes) => (
            <Radio key={minutes} value={String(minutes)} label={capital(lengthWords(minutes))} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Reason (optional)"
        description={`${lengthOf(form.values.reason)}/${LIMITS.reason}. ${name} reads this.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('reason')}
      />
      <p>Until {fullDate(end)} they can neither write nor react here. They can still read, and come to events.</p>
    </FormDialog>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
