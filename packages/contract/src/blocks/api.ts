import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Done } from '../core/page.ts';
import { BlockState, BlockView, refusals } from './schema.ts';

export const getBlock = endpoint('GET /api/v1/block-user/:userId', {
  who: 'signedIn',
  summary: "Whether you have blocked a person. You can't find out who has blocked you.",
  returns: z.object({ data: BlockState }),
});

export const blockUser = endpoint('PUT /api/v1/block-user/:userId', {
  who: 'signedIn',
  perMinute: 30,
  summary:
    'Block a person: you no longer see what they write, and neither can message or find the other. They are not told. Idempotent.',
  returns: Done,
  refuses: [refusals.yourself],
});

export const unblockUser = endpoint('DELETE /api/v1/block-user/:userId', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Remove a block. Idempotent.',
  returns: Done,
});

export const listBlocks = endpoint('GET /api/v1/block-user', {
  who: 'signedIn',
  summary: 'The people you have blocked, newest first.',
  returns: z.object({ data: z.array(BlockView) }),
});

/** To the one who blocks: what is hidden has changed, so fetch again what is on the screen. */
export const hiddenChanged = liveEvent('blocks.changed', z.object({ userId: Id }));
