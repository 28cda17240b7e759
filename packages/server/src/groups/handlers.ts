import { readAddress } from '@folkmoot/contract/core/email.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/groups/api.ts';
import { LIMITS, refusals } from '@folkmoot/contract/groups/schema.ts';
import { lockPerson } from '../accounts/store.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import * as store from './store.ts';

/** Calls about a person's own groups. Groups of others do not exist for them. */
export function groupHandlers(): Binding[] {
  return [
    handle(api.listGroups, ({ tx, me, query }) => store.listGroups(tx, me.userId, query)),

    handle(api.getGroup, async ({ tx, me, params }) =>
      assertFound(await store.findGroup(tx, me.userId, params.groupId), core.notFound),
    ),

    handle(api.createGroup, async ({ tx, me, body, now }) => {
      // Two at once are counted one after the other.
      await lockPerson(tx, me.userId);
      if ((await store.countGroups(tx, me.userId)) >= LIMITS.groups) refuse(refusals.tooManyGroups);
      const id = newId();
      await store.insertGroup(tx, { id, ownerId: me.userId, ...body }, now);
      return { message: 'Group created.', data: { id, ...body, image: null, numberOfGuests: 0 } };
    }),

    handle(api.updateGroup, async ({ tx, me, params, body }) => {
      const before = assertFound(await store.findGroup(tx, me.userId, params.groupId, true), core.notFound);
      const { name = before.name, description = before.description } = body;
      await store.updateGroup(tx, me.userId, before.id, { name, description });
      return { message: 'Group saved.', data: { ...before, name, description } };
    }),

    handle(api.deleteGroups, async ({ tx, me, body }) => {
      const count = await store.deleteGroups(tx, me.userId, body.groupIds);
      return { message: count === 1 ? 'Group deleted.' : `${count} groups deleted.` };
    }),

    handle(api.listGroupGuests, async ({ tx, me, params, query }) => {
      assertFound(await store.findGroup(tx, me.userId, params.groupId), core.notFound);
      return store.listGuests(tx, me.userId, params.groupId, query);
    }),

    handle(api.addGroupGuests, async ({ tx, me, params, body }) => {
      // Two at once are counted one after the other.
      await lockPerson(tx, me.userId);
      const group = assertFound(await store.findGroup(tx, me.userId, params.groupId, true), core.notFound);
      const skipped: string[] = [];
      const guests = body.guests.flatMap((guest): store.NewGuest[] => {
        if ('id' in guest) return [{ id: newId(), userId: guest.id }];
        const { email, firstName, lastName } = guest;
        const read = readAddress(email);
        if (read) return [{ id: newId(), ...read, firstName: firstName.slice(0, 60), lastName: lastName.slice(0, 60) }];
        skipped.push(email);
        return [];
      });
      if (guests.length === 0) refuse(refusals.nobody);
      const added = await store.insertGuests(tx, me.userId, group.id, guests);
      const numberOfGuests = group.numberOfGuests + added;
      if (numberOfGuests > LIMITS.guests) refuse(refusals.tooManyGuests);
      if ((await store.countAllGuests(tx, me.userId)) > LIMITS.all) refuse(refusals.tooManyInAll);
      return {
        message: added === 1 ? '1 person added.' : `${added.toLocaleString('en')} people added.`,
        data: { added, skipped, numberOfGuests },
      };
    }),

    handle(api.deleteGroupGuests, async ({ tx, me, params, body }) => {
      const group = assertFound(await store.findGroup(tx, me.userId, params.groupId, true), core.notFound);
      const numberOfGuests = await store.deleteGuests(tx, me.userId, group.id, body.guestIds);
      const gone = group.numberOfGuests - numberOfGuests;
      return { message: gone === 1 ? '1 person removed.' : `${gone} people removed.`, data: { numberOfGuests } };
    }),
  ];
}
