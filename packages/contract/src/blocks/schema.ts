import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { refusal } from '../core/problem.ts';
import { Instant } from '../core/time.ts';

/** A person whom the caller has blocked. */
export const BlockView = PersonView.extend({ blockedAt: Instant });
export type BlockView = z.infer<typeof BlockView>;

export const BlockState = z.object({ blocked: z.boolean() });

export const refusals = {
  yourself: refusal('blocks.yourself', 422, 'You cannot block yourself.'),
} as const;
