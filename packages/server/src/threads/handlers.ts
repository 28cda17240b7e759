import * as api from '@folkmoot/contract/threads/api.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { findPeopleIn } from '../inbox/store.ts';
import { listFollowed } from './store.ts';

/** Calls about the threads that a person follows. */
export function threadHandlers(): Binding[] {
  return [
    handle(api.listThreads, async ({ tx, me, query, now }) => {
      const page = await listFollowed(tx, me.userId, now, query.cursor);
      const people = await findPeopleIn(
        tx,
        page.data.flatMap(({ root, messages }) => [root, ...messages]),
      );
      return { ...page, people };
    }),
  ];
}
