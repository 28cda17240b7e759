import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { nameTickets } from './store.ts';

export const personalData: PersonalData = {
  names: {
    ticket_id: { as: 'ticket', find: nameTickets },
  },
  ...personalDataOf({
    tickets: {
      none: [
        ...(['event_id', 'id', 'name', 'description', 'type', 'price', 'currency', 'is_refundable'] as const),
        ...(['refund_policy', 'capacity', 'taken_count', 'waiting_count', 'position', 'created_at'] as const),
        ...(['fee_bearer', 'is_hidden', 'is_archived', 'require_approval', 'sale_starts_at', 'sale_ends_at'] as const),
        'vat_rate',
      ],
    },
  }),
};
