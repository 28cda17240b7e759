import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { declineParticipation } from '@folkmoot/contract/registrations/api.ts';
import { call } from '../../core/api-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { refreshEvent } from '../../events/queries.ts';

/** Gives up your own place, and says what goes back of what you paid. */
export async function giveUp(event: EventView, token: string | undefined): Promise<void> {
  const participationId = event.viewer.participationId ?? '';
  const { message, refund } = await call(declineParticipation, { eventId: event.id, participationId, token });
  const back = refund && refund.amount > 0 ? formatMoney(refund.amount, refund.currency) : undefined;
  toast.done(back === undefined ? message : `${message}. ${back} will go back the way you paid.`);
  refreshEvent(event.id);
}
