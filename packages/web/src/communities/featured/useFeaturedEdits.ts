import {
  featureCommunity,
  listAllFeatured,
  orderFeatured,
  removeFeatured,
} from '@folkmoot/contract/communities/featured-api.ts';
import type { FeaturedRow } from '@folkmoot/contract/communities/featured-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { apiQuery } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { refreshFeatured } from './useFeatured.ts';

/** How long a removed community can be brought back by its toast. */
const UNDO_MS = 10_000;

/** What is featured, for the installation's owner: changes are shown at once, and sent one after the other. */
export function useFeaturedEdits() {
  const asked = useQuery(apiQuery(listAllFeatured, {}));
  // What you have just done, until the server confirms all of it.
  const [changed, setChanged] = useState<readonly FeaturedRow[]>();
  const open = useRef(0);
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const rows = changed ?? asked.data?.data ?? [];
  const send = (run: () => Promise<unknown>) => {
    open.current += 1;
    sent.current = sent.current
      .then(run)
      .catch((error: unknown) => toast.failed(error))
      .then(async () => {
        if (open.current === 1) await refreshFeatured();
        open.current -= 1;
        if (open.current === 0) setChanged(undefined);
      });
  };
  return {
    asked,
    rows,
    order(next: readonly FeaturedRow[]): void {
      setChanged(next);
      send(() => call(orderFeatured, { order: next.map(({ featuredCommunityId }) => featuredCommunityId) }));
    },
    remove({ featuredCommunityId, community }: FeaturedRow): void {
      const position = rows.findIndex((row) => row.featuredCommunityId === featuredCommunityId);
      setChanged(rows.toSpliced(position, 1));
      send(async () => {
        await call(removeFeatured, { featuredCommunityId });
        const removed = `“${community.name}” removed`;
        // One that is not public could not be featured again.
        if (community.visibility !== 'public') return toast.done(`${removed}.`);
        return toast.undoable(removed, UNDO_MS, () =>
          send(() => call(featureCommunity, { serverId: community.id, position })),
        );
      });
    },
    async removeAll(): Promise<void> {
      try {
        toast.done((await call(removeFeatured, {})).message);
      } catch (error) {
        toast.failed(error);
        throw error;
      } finally {
        void refreshFeatured();
      }
    },
  };
}
