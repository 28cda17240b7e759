import { DeclineReason } from '@folkmoot/contract/core/decline.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { changeGuests } from '@folkmoot/contract/registrations/api.ts';
import { BulkChange, DECLINE_TEXTS, type GuestView, LIMITS } from '@folkmoot/contract/registrations/schema.ts';
import { type Decline, DeclineReasonFields } from '../../communities/members/DeclineReasonFields.tsx';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { goesBackTo, RefundChoice } from './RefundChoice.tsx';
import { refreshGuests } from './useGuests.ts';

const Fields = BulkChange.pick({ reason: true, refund: true }).extend({ selectedReason: DeclineReason });
const FIRST: Decline & { refund: boolean } = {
  refund: true,
  selectedReason: 'General Decline',
  reason: DECLINE_TEXTS['General Decline'],
};

type DeclineDialogProps = { event: EventView; guests: readonly GuestView[]; onDone?: () => void };

/** Declines one guest or several at once. The reason goes into their emails and is optional. */
export function DeclineDialog({ event, guests, onDone }: DeclineDialogProps) {
  const form = useFields({ schema: Fields, initial: FIRST });
  const { selectedReason, reason, refund } = form.values;
  const send = async () => {
    const participationIds = guests.map((guest) => guest.participationId);
    const answer = await call(changeGuests, { eventId: event.id, action: 'decline', participationIds, reason, refund });
    refreshGuests();
    onDone?.();
    return answer;
  };
  return (
    <FormDialog
      title={titleOf(guests)}
      width={480}
      form={form}
      send={send}
      fallback="Could not decline them."
      submitLabel="Decline"
      loadingLabel="Declining"
      danger
      dirty={reason !== DECLINE_TEXTS[selectedReason]}
    >
      <p>
        {guests.length === 1 ? (
          <>
            <bdi>{guests[0]?.name || guests[0]?.email}</bdi> gets an email with this text.
          </>
        ) : (
          'Each of them will get an email with this text.'
        )}{' '}
        {guests.some(({ status }) => status !== 'requested') &&
          'Spots that become free are offered to the waiting list.'}
      </p>
      <DeclineReasonFields
        value={form.values}
        onChange={(value) => {
          form.setValues({ ...value, refund });
          form.clearFieldError('reason');
        }}
        texts={DECLINE_TEXTS}
        limit={LIMITS.reason}
        textLabel="Message (optional)"
        error={form.errors.reason}
      />
      <RefundChoice
        goesBack={goesBackTo(guests)}
        checked={refund}
        onChange={(chosen) => form.setFieldValue('refund', chosen)}
      />
    </FormDialog>
  );
}

function titleOf(guests: readonly GuestView[]): string {
  const what = guests.every(({ status }) => status === 'requested') ? 'request' : 'registration';
  return guests.length === 1 ? `Decline this ${what}` : `Decline ${guests.length} ${what}s`;
}
