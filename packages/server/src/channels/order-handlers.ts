import * as api from '@folkmoot/contract/channels/api.ts';
import { canSee, putBefore } from '@folkmoot/contract/channels/rules.ts';
import { refusals } from '@folkmoot/contract/channels/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { audit } from '../communities/actions.ts';
import type { Db } from '../core/db/db.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import type { Member } from '../core/security/session.ts';
import { channelRooms, visibleChannel } from './actions.ts';
import { findCategory } from './categories-store.ts';
import * as store from './order-store.ts';
import { findChannel } from './store.ts';

/** Calls that change the order of channels and categories. */
export function orderHandlers(): Binding[] {
  return [
    handle(api.orderChannel, async (call) => {
      const { tx, me, member, body, publish } = call;
      const { serverId } = member;
      const { channelId, categoryId, before } = body;
      await store.lockOrder(tx, serverId);
      const channel = await visibleChannel(tx, channelId, member, true);
      if (channel.archivedAt) refuse(refusals.archived);
      if (categoryId !== null && !(await findCategory(tx, serverId, categoryId))) refuse(refusals.noSuchCategory);
      await needSeen(tx, before, member);
      const was = await store.listChannelOrder(tx, serverId, categoryId);
      const order = assertFound(putBefore(was, channelId, before), refusals.orderChanged);
      await store.numberChannels(tx, serverId, categoryId, order);
      if (order.join() !== was.join() || channel.categoryId !== categoryId) {
        await audit(call, {
          serverId,
          actorId: me.userId,
          action: 'channel.ordered',
          subjectId: channelId,
          before: { categoryId: channel.categoryId },
          after: { categoryId },
        });
        publish(api.categoriesChanged, { serverId }, [rooms.server(serverId)]);
        if (channel.categoryId !== categoryId)
          publish(api.channelChanged, { serverId, channelId }, channelRooms(channel));
      }
      return { message: 'Channel moved successfully!' };
    }),

    handle(api.orderCategory, async (call) => {
      const { tx, me, member, body, publish } = call;
      const { serverId } = member;
      await store.lockOrder(tx, serverId);
      const was = await store.listCategoryOrder(tx, serverId);
      if (!was.includes(body.categoryId)) refuse(core.notFound);
      const order = assertFound(putBefore(was, body.categoryId, body.before), refusals.orderChanged);
      await store.numberCategories(tx, serverId, order);
      if (order.join() !== was.join()) {
        await audit(call, { serverId, actorId: me.userId, action: 'category.ordered', subjectId: body.categoryId });
        publish(api.categoriesChanged, { serverId }, [rooms.server(serverId)]);
      }
      return { message: 'Category moved.' };
    }),
  ];
}

/** What the caller may not see cannot be named as a neighbour either: the answer is as if it did not exist. */
async function needSeen(tx: Db, before: string | null, viewer: Member): Promise<void> {
  if (before === null) return;
  const neighbour = await findChannel(tx, before, viewer.userId, viewer.serverId);
  if (!neighbour || !canSee(neighbour, viewer).ok) refuse(refusals.orderChanged);
}
