import { z } from 'zod';

/**
 * Why a request to join or a registration is declined, as the specification names it. What each writes into the text is
 * with the slice that sends it; `Custom` and `Other` begin empty.
 */
export const DECLINE_REASONS = [
  'General Decline',
  'Criteria Not Met',
  'Capacity Limitation',
  'Insufficient Information',
  'Custom',
  'Other',
] as const;
export const DeclineReason = z.enum(DECLINE_REASONS);
export type DeclineReason = z.infer<typeof DeclineReason>;
