import { personalDataOf } from '../core/personal-data.ts';

export const personalData = personalDataOf({
  codes: {
    none: [
      ...(['event_id', 'id', 'code', 'key', 'kind', 'percent', 'amount', 'ticket_ids', 'max_uses'] as const),
      ...(['starts_at', 'ends_at', 'is_active', 'created_at'] as const),
    ],
  },
});
