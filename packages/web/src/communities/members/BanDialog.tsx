import { banMember, listBans, listMembers } from '@folkmoot/contract/communities/api.ts';
import { BanFields, LIMITS, type MemberView } from '@folkmoot/contract/communities/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';

/** Bans a member, with a reason for the people who manage the community. */
export function BanDialog({ member, serverId }: { member: MemberView; serverId: string }) {
  const close = useCloseDialog();
  const name = `${member.firstName} ${member.lastName}`.trim();
  const form = useFields({ schema: BanFields, initial: { reason: '' } });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async (values) => {
      const { message } = await call(banMember, { ...values, serverId, memberId: member.memberId });
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) });
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listBans) });
      toast.done(message);
      close();
    },
    'Could not ban the member.',
  );
  return (
    <Dialog
      title={`Ban ${name}?`}
      width={460}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton
            type="submit"
            form="ban-member"
            color="madder"
            loading={submission.busy}
            loadingLabel="Banning"
          >
            Ban member
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="ban-member" className={css.form}>
        <p>They are removed at once and cannot come back until the ban is lifted. Their messages stay.</p>
        <Textarea
          label="Reason (optional)"
          description={`${lengthOf(form.values.reason)}/${LIMITS.reason}. Seen by those who manage members, not by ${name}.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Form>
    </Dialog>
  );
}
