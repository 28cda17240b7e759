import type { Queue } from '../core/jobs/jobs.ts';
import { type Contacts, REVOKE_QUEUE } from './actions.ts';

/** Takes permissions back at Google, and tries again for hours if Google does not answer. */
export function contactQueues(contacts: Contacts): Queue<never>[] {
  const revoke: Queue<{ userId: string; tokens: string }> = {
    name: REVOKE_QUEUE,
    work: ({ userId, tokens }) => contacts.revoke(userId, tokens),
  };
  return [revoke as Queue<never>];
}
