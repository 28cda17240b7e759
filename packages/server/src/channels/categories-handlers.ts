import * as api from '@folkmoot/contract/channels/api.ts';
import { refusals } from '@folkmoot/contract/channels/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { audit } from '../communities/actions.ts';
import { assertFound, onConflict, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import * as store from './categories-store.ts';

const taken = onConflict('categories_name', refusals.categoryTaken);

/** Calls about categories. */
export function categoryHandlers(): Binding[] {
  return [
    handle(api.listCategories, async ({ tx, member, query }) => {
      const all = await store.listCategories(
        tx,
        member.serverId,
        member.userId,
        member.permissions.includes('EDIT_CHANNEL'),
        { search: query.search },
      );
      const shown = member.permissions.includes('CREATE_CHANNEL')
        ? all
        : all.filter((category) => category.channelCount > 0);
      const data = shown.filter(
        ({ channelCount }) => query.filter === 'all' || (query.filter === 'empty') === (channelCount === 0),
      );
      return { data, count: data.length };
    }),

    handle(api.createCategory, async (call) => {
      const { tx, me, member, body, now, publish } = call;
      const categoryId = await store.insertCategory(tx, member.serverId, body.name, now).catch(taken);
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'category.created',
        subjectId: categoryId,
        after: body,
      });
      publish(api.categoriesChanged, { serverId: member.serverId }, [rooms.server(member.serverId)]);
      return { message: 'Category created.', data: { categoryId } };
    }),

    handle(api.renameCategory, async (call) => {
      const { tx, me, member, params, body, publish } = call;
      const before = assertFound(await store.findCategory(tx, member.serverId, params.categoryId), core.notFound);
      if (!(await store.renameCategory(tx, member.serverId, params.categoryId, body.name).catch(taken)))
        refuse(core.notFound);
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'category.changed',
        subjectId: params.categoryId,
        before,
        after: body,
      });
      publish(api.categoriesChanged, { serverId: member.serverId }, [rooms.server(member.serverId)]);
      return { message: 'Category saved.' };
    }),

    handle(api.deleteCategory, async (call) => {
      const { tx, me, member, params, publish } = call;
      const before = assertFound(await store.findCategory(tx, member.serverId, params.categoryId), core.notFound);
      await store.deleteCategory(tx, member.serverId, params.categoryId);
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'category.deleted',
        subjectId: params.categoryId,
        before,
      });
      publish(api.categoriesChanged, { serverId: member.serverId }, [rooms.server(member.serverId)]);
      return { message: 'Category deleted. Its channels stay, uncategorised.' };
    }),
  ];
}
