import { getCommunity, handOverCommunity } from '@folkmoot/contract/communities/api.ts';
import { type MemberView, refusals } from '@folkmoot/contract/communities/schema.ts';
import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { PersonSelect } from '../members/PersonSelect.tsx';

type Props = { community: { id: string; name: string }; ownMemberId: string };

/** Hands a community over to another member, once its name has been typed. */
export function HandOverDialog({ community, ownMemberId }: Props) {
  const form = useFields({
    schema: z.object({
      memberId: z.custom<MemberView | null>((member) => member !== null, 'Choose who to hand it over to.'),
      name: z.string().refine((name) => name.trim() === community.name, refusals.nameDiffers.message),
    }),
    initial: { memberId: null as MemberView | null, name: '' },
  });
  const send = async ({ memberId: to }: typeof form.values) => {
    const { message, data } = await call(handOverCommunity, { serverId: community.id, memberId: to?.memberId ?? '' });
    queryClient.setQueryData(apiQueryKey(getCommunity, { serverId: community.id }), data);
    return { message };
  };
  return (
    <FormDialog
      title={`Hand over ${community.name}?`}
      width={480}
      form={form}
      send={send}
      fallback="Could not hand over the community."
      submitLabel="Hand over"
      loadingLabel="Handing over"
      danger
    >
      <p>Only the new creator will be able to delete the community or hand it over. You will become an admin.</p>
      <PersonSelect
        label="New creator"
        placeholder="Find a member by name"
        serverId={community.id}
        without={ownMemberId}
        value={form.values.memberId}
        onChange={(member) => form.setFieldValue('memberId', member)}
        error={form.errors.memberId}
        data-autofocus
      />
      <TextInput label={`Type “${community.name}” to continue`} autoComplete="off" {...form.getInputProps('name')} />
    </FormDialog>
  );
}
