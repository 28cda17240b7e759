import * as api from '@folkmoot/contract/communities/featured-api.ts';
import { canFeature, faultsOfOrder } from '@folkmoot/contract/communities/featured-rules.ts';
import { refusals } from '@folkmoot/contract/communities/featured-schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { needOwner } from '../../accounts/owner-actions.ts';
import { assertAllowed, assertFound, onConflict, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { newId } from '../../core/id.ts';
import { findCard } from '../store.ts';
import * as store from './featured-store.ts';

/** It was deleted at the same moment. */
const goneMeanwhile = onConflict('featured_communities_server_id_fkey', refusals.notPublic);

/** Calls about communities that are shown first, which the installation's owner chooses. */
export function featuredHandlers(): Binding[] {
  return [
    handle(api.listFeatured, async ({ tx, me, query }) => store.listShown(tx, me?.userId, query.cursor)),

    handle(api.listAllFeatured, async ({ tx, me }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      return { data: await store.listFeatured(tx) };
    }),

    handle(api.featureCommunity, async ({ tx, me, body, now }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      await store.lockFeatured(tx);
      const already = await store.findFeatured(tx, body.serverId);
      if (already) return { message: `${already.community.name} is featured already.`, data: already };
      const ids = await store.listFeaturedIds(tx);
      const community = await findCard(tx, body.serverId, undefined);
      assertAllowed(canFeature(community, ids.length));
      const { name } = assertFound(community, core.notFound);
      const id = newId();
      await store.insertFeatured(tx, { id, serverId: body.serverId, name }, now).catch(goneMeanwhile);
      await store.orderFeatured(tx, ids.toSpliced(body.position ?? ids.length, 0, id));
      const data = assertFound(await store.findFeatured(tx, body.serverId), core.notFound);
      return { message: `${name} is featured now.`, data };
    }),

    handle(api.orderFeatured, async ({ tx, me, body }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      await store.lockFeatured(tx);
      const faults = faultsOfOrder(body.order, await store.listFeaturedIds(tx));
      if (faults) refuse(refusals.listChanged, faults);
      await store.orderFeatured(tx, body.order);
      return { message: 'Order saved.' };
    }),

    handle(api.removeFeatured, async ({ tx, me, query }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      await store.lockFeatured(tx);
      await store.deleteFeatured(tx, query.featuredCommunityId);
      const message =
        query.featuredCommunityId === undefined ? 'No community is featured now.' : 'Not featured any more.';
      return { message };
    }),
  ];
}
