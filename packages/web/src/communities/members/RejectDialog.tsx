import { listJoinRequests, rejectMember } from '@folkmoot/contract/communities/api.ts';
import {
  type JoinRequestView,
  LIMITS,
  REJECT_TEXTS,
  RejectFields,
  type RejectReason,
} from '@folkmoot/contract/communities/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';

const FIRST: RejectReason = 'General Decline';

/** Declines a join request. A reason fills in the text; what you typed under each is kept while you switch. */
export function RejectDialog({ request, serverId }: { request: JoinRequestView; serverId: string }) {
  const [drafts, setDrafts] = useState<Partial<Record<RejectReason, string>>>({});
  const form = useFields({
    schema: RejectFields,
    initial: { memberId: request.id, selectedReason: FIRST, reason: REJECT_TEXTS[FIRST] },
  });
  const choose = (next: RejectReason) => {
    setDrafts({ ...drafts, [form.values.selectedReason]: form.values.reason });
    form.setValues({ selectedReason: next, reason: drafts[next] ?? REJECT_TEXTS[next] });
    form.clearFieldError('reason');
  };
  const send = async (values: typeof form.values) => {
    try {
      return await call(rejectMember, { ...values, serverId });
    } finally {
      // Also after a failure: somebody else may have answered.
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listJoinRequests) });
    }
  };
  const name = `${request.person.firstName} ${request.person.lastName}`.trim();
  return (
    <FormDialog
      title="Reject member"
      width={480}
      form={form}
      send={send}
      fallback="Could not decline the request."
      submitLabel="Reject"
      loadingLabel="Rejecting"
      danger
      dirty={form.values.reason !== REJECT_TEXTS[form.values.selectedReason]}
    >
      <p>
        <bdi>{name}</bdi> gets an email with this reason, and can ask again after 7 days.
      </p>
      <Select
        label="Reason"
        allowDeselect={false}
        data={Object.keys(REJECT_TEXTS)}
        value={form.values.selectedReason}
        onChange={(value) => value && choose(value as RejectReason)}
        error={form.errors.selectedReason}
      />
      <Textarea
        label={form.values.selectedReason === 'Other' ? 'Text' : 'Text (optional)'}
        description={`${lengthOf(form.values.reason)}/${LIMITS.reason}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={4}
        maxRows={9}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
