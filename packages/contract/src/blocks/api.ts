import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Done } from '../core/page.ts';
import { BlockState, BlockView, refusals } from './schema.ts';

export const getBlock = endpoint('GET /api/v1/block-user/:userId', {
  who: 'signedIn',
  summary: 'Whether one has blocked a person. Nobody learns who has blocked them.',
  returns: z.object({ data: BlockState }),
});

export const blockUser = endpoint('PUT /api/v1/block-user/:userId', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Block a person: both are hidden from one another; again is quiet.',
  returns: Done,
  refuses: [refusals.yourself],
});

export const unblockUser = endpoint('DELETE /api/v1/block-user/:userId', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Take a block back; again is quiet.',
  returns: Done,
});

export const listBlocks = endpoint('GET /api/v1/block-user', {
  who: 'signedIn',
  summary: 'People one has blocked, the newest first.',
  returns: z.object({ data: z.array(BlockView) }),
});

/** To both: what is hidden has changed, so ask again for what is on the screen. */
export const hiddenChanged = liveEvent('blocks.changed', z.object({ userId: Id }));
