import { readAddress } from '@folkmoot/contract/core/email.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/groups/api.ts';
import { addedSaid } from '@folkmoot/contract/groups/rules.ts';
import { type GroupView, LIMITS, refusals } from '@folkmoot/contract/groups/schema.ts';
import { lockPerson } from '../accounts/store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import { releasePicturesOf, replacePicture } from '../media/pictures-actions.ts';
import { countLiving, listLiving } from './living-store.ts';
import * as store from './store.ts';

/** Calls about a person's own groups. Groups of others do not exist for them. */
export function groupHandlers(): Binding[] {
  return [
    handle(api.listGroups, ({ tx, me, query }) => store.listGroups(tx, me.userId, query)),

    handle(api.getGroup, async ({ tx, me, params, now }) => {
      const group = assertFound(await store.findGroup(tx, me.userId, params.groupId), core.notFound);
      const { id, rule } = group;
      if (rule === null) return group;
      const numberOfGuests = await countLiving(tx, { ownerId: me.userId, groupId: id, kind: rule.kind, now });
      return { ...group, numberOfGuests };
    }),

    handle(api.createGroup, async (call) => {
      const { tx, me, body, now } = call;
      // Two at once are counted one after the other.
      await lockPerson(tx, me.userId);
      if ((await store.countGroups(tx, me.userId)) >= LIMITS.groups) refuse(refusals.tooManyGroups);
      const id = newId();
      const image = await pictureOf(call, { id, image: null }, me.userId, body.image);
      await store.insertGroup(tx, { ...body, id, ownerId: me.userId, image }, now);
      return {
        message: 'Group created successfully',
        data: { ...body, id, image, numberOfGuests: body.rule ? null : 0 },
      };
    }),

    handle(api.updateGroup, async (call) => {
      const { tx, me, params, body } = call;
      const before = assertFound(await store.findGroup(tx, me.userId, params.groupId, true), core.notFound);
      const { name = before.name, description = before.description, rule = before.rule } = body;
      if (rule !== null && before.rule === null) refuse(refusals.notLiving);
      const image = await pictureOf(call, before, me.userId, body.image);
      await store.updateGroup(tx, me.userId, before.id, { name, description, image, rule });
      return { message: 'Group updated successfully', data: { ...before, name, description, image, rule } };
    }),

    handle(api.deleteGroups, async (call) => {
      const gone = await store.deleteGroups(call.tx, call.me.userId, call.body.groupIds);
      await releasePicturesOf(call, ...gone.flatMap(({ id, image }) => (image === null ? [] : id)));
      return { message: gone.length > 1 ? `${gone.length} groups deleted.` : 'Group deleted successfully' };
    }),

    handle(api.listGroupGuests, async ({ tx, me, params, query, now }) => {
      const group = assertFound(await store.findGroup(tx, me.userId, params.groupId), core.notFound);
      const living = group.rule && { ownerId: me.userId, groupId: group.id, kind: group.rule.kind, now };
      if (living) return listLiving(tx, living, query);
      return store.listGuests(tx, me.userId, params.groupId, query);
    }),

    handle(api.addGroupGuests, async ({ tx, me, params, body }) => {
      // Two at once are counted one after the other.
      await lockPerson(tx, me.userId);
      const group = await storedGroup(tx, me.userId, params.groupId);
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
        message: addedSaid(added),
        data: { added, skipped, numberOfGuests },
      };
    }),

    handle(api.deleteGroupGuests, async ({ tx, me, params, body }) => {
      const group = await storedGroup(tx, me.userId, params.groupId);
      const numberOfGuests = await store.deleteGuests(tx, me.userId, group.id, body.guestIds);
      const gone = group.numberOfGuests - numberOfGuests;
      return {
        message: gone === 1 ? 'User removed from group successfully.' : `${gone.toLocaleString('en')} people removed.`,
        data: { numberOfGuests },
      };
    }),
  ];
}

/** A group whose people are added and removed, locked. */
async function storedGroup(tx: Db, ownerId: string, id: string): Promise<GroupView & { numberOfGuests: number }> {
  const group = assertFound(await store.findGroup(tx, ownerId, id, true), core.notFound);
  const { numberOfGuests } = group;
  return numberOfGuests === null ? refuse(refusals.living) : { ...group, numberOfGuests };
}

/** The picture that a group has from now on; a new one is claimed, and the one before goes. */
async function pictureOf(
  command: CommandContext,
  group: { id: string; image: string | null },
  ownerId: string,
  image: string | null | undefined,
): Promise<string | null> {
  const target = { ownerId, purpose: 'group', usedBy: group.id, field: 'image' } as const;
  const next = await replacePicture(command, group.image, image, target);
  return next ? next.url : group.image;
}
