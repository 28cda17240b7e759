import { listJoinRequests, rejectMember } from '@folkmoot/contract/communities/api.ts';
import { type JoinRequestView, LIMITS, REJECT_TEXTS, RejectFields } from '@folkmoot/contract/communities/schema.ts';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { type Decline, DeclineReasonFields } from './DeclineReasonFields.tsx';

const FIRST: Decline = { selectedReason: 'General Decline', reason: REJECT_TEXTS['General Decline'] };

/** Declines a join request. */
export function RejectDialog({ request, serverId }: { request: JoinRequestView; serverId: string }) {
  const form = useFields({ schema: RejectFields, initial: { memberId: request.id, ...FIRST } });
  const { selectedReason, reason } = form.values;
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
      fallback="Could not reject the request."
      submitLabel="Reject"
      loadingLabel="Rejecting"
      danger
      dirty={reason !== REJECT_TEXTS[selectedReason]}
    >
      <p>
        <bdi>{name}</bdi> gets an email with this reason, and can ask again after 7 days.
      </p>
      <DeclineReasonFields
        value={form.values}
        onChange={(value) => {
          form.setValues(value);
          form.clearFieldError('reason');
        }}
        texts={REJECT_TEXTS}
        limit={LIMITS.reason}
        textLabel={selectedReason === 'Other' ? 'Message' : 'Message (optional)'}
        error={form.errors.reason}
      />
    </FormDialog>
  );
}
