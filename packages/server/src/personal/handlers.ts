import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/personal/api.ts';
import { canChange, canMeetMore, canStart, canTakeOut } from '@folkmoot/contract/personal/rules.ts';
import { type PersonalView, refusals } from '@folkmoot/contract/personal/schema.ts';
import { areHidden } from '../blocks/store.ts';
import { joinConversations, leaveConversation, readable } from '../conversations/actions.ts';
import {
  insertConversation,
  noteAdded,
  noteLeft,
  onlyPeople,
  updateConversation,
} from '../conversations/members-store.ts';
import { insertPair } from '../conversations/pairs-store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import { rooms } from '../core/live/live.ts';
import { replacePicture } from '../media/pictures-actions.ts';
import { type EventFace, type EventGroup, tellPersonalChanged } from './actions.ts';
import * as store from './store.ts';

const HOUR = 3_600_000;

/** What a later slice knows about events. */
export type PersonalHooks = {
  /**
   * How an event's group is shown, and who belongs in it: everyone who is going, and its hosts. Undefined for anyone who
   * does not host it. Locks the event until the command ends, so that it gets one group and misses nobody.
   */
  groupOfEvent(tx: Db, eventId: string, userId: string): Promise<EventGroup | undefined>;
};

/** Calls about direct messages and groups. Their messages belong to the conversations slice. */
export function personalHandlers(hooks: PersonalHooks, limited: boolean): Binding[] {
  return [
    handle(api.listPersonal, async ({ tx, me, query }) =>
      store.listPersonal(tx, me.userId, { ...query, writable: query.source === 'share' }),
    ),

    handle(
      api.searchPersonal,
      async ({ tx, me, body }) => {
        const words = [...body.search.split(/\s+/), ...body.searchTokens].map((word) => word.trim()).filter(Boolean);
        return { data: await store.searchPersonal(tx, me.userId, words.slice(0, 10), body.searchFilter, body.limit) };
      },
      { transaction: false },
    ),

    handle(api.getPersonal, async ({ tx, me, params }) => {
      const view = await inside(tx, params.conversationId, me.userId);
      return { ...view, facts: await readable(tx, params.conversationId, me.userId) };
    }),

    handle(api.createPrivate, async (call) => {
      const { tx, me, body, now } = call;
      assertAllowed(canStart(body.users, me.userId, body.eventId !== undefined));
      const others = [...new Set(body.users)].filter((userId) => userId !== me.userId);
      const event =
        body.eventId === undefined
          ? undefined
          : { ...assertFound(await hooks.groupOfEvent(tx, body.eventId, me.userId), core.notFound), id: body.eventId };
      if ((await onlyPeople(tx, others)).length !== others.length) refuse(refusals.unknownPerson);
      // Who is blocked reads what everybody reads who may not write to somebody.
      if (!event && !(await store.takeMessages(tx, me.userId, others)))
        refuse(others.length === 1 ? refusals.notTaking : refusals.oneNotTaking);
      if (event && (await areHidden(tx, me.userId, others))) refuse(refusals.unknownPerson);
      // Nobody can be added to an event's group by others.
      if (event && !others.every((userId) => event.people.includes(userId))) refuse(refusals.unknownPerson);
      if (!event && limited) {
        const { joinedAt, met, fresh } = await store.metLately(tx, me.userId, others, new Date(now.getTime() - HOUR));
        if (fresh > 0) assertAllowed(canMeetMore(joinedAt, met, fresh, now));
      }
      const [other] = others;
      const id =
        event !== undefined
          ? await openEventGroup(call, me.userId, event, others)
          : others.length === 1 && other !== undefined
            ? await openPair(call, me.userId, other)
            : await openGroup(call, me.userId, others, undefined);
      return { message: 'Conversation started.', data: { id } };
    }),

    handle(api.updatePersonal, async (call) => {
      const { tx, me, params, body } = call;
      const view = await inside(tx, params.conversationId, me.userId);
      assertAllowed(canChange({ ...view, joined: true }));
      const target = {
        ownerId: me.userId,
        purpose: 'logo' as const,
        usedBy: params.conversationId,
        field: 'coverUrl',
      };
      const cover = await replacePicture(call, view.coverUrl, body.coverUrl, target);
      await updateConversation(tx, params.conversationId, {
        named_by: me.userId,
        ...(body.name !== undefined && { name: body.name }),
        ...(cover && { cover_url: cover.url }),
      });
      tellPersonalChanged(call, params.conversationId);
      return { message: 'Saved!', data: await inside(tx, params.conversationId, me.userId) };
    }),

    handle(api.listPeopleInside, async ({ tx, me, params, query }) => {
      await inside(tx, params.conversationId, me.userId);
      return store.listPeople(tx, params.conversationId, query.search, query.cursor);
    }),

    handle(api.leavePersonal, async (call) => {
      await takeOut(call, call.params.conversationId, call.me.userId, call.me.userId);
      await noteLeft(call.tx, call.params.conversationId, call.me.userId, call.now);
      return { message: 'You have left the group.' };
    }),

    handle(api.removeFromPersonal, async (call) => {
      await takeOut(call, call.params.conversationId, call.params.userId, call.me.userId);
      return { message: 'Removed from the group.' };
    }),

    handle(api.listEventGroups, async ({ tx, me, params, query }) =>
      store.listPersonal(tx, me.userId, {
        ...query,
        limit: 15,
        filter: 'event-group',
        writable: false,
        eventId: params.eventId,
      }),
    ),
  ];
}

async function inside(tx: Db, conversationId: string, userId: string): Promise<PersonalView> {
  return assertFound(await store.findPersonal(tx, userId, conversationId), core.notFound);
}

async function openPair(command: CommandContext, me: string, other: string): Promise<string> {
  const pair = await insertPair(command.tx, newId(), me, other, command.now);
  if (pair.fresh) await welcome(command, pair.id, [me, other]);
  return pair.id;
}

/**
 * An event has one group: a host who opens it again joins it, along with the people they name. Guests who have left
 * it are not brought back.
 */
async function openEventGroup(
  command: CommandContext,
  me: string,
  event: EventGroup & { id: string },
  others: string[],
): Promise<string> {
  const present = await store.findEventGroup(command.tx, event.id);
  if (present === undefined) return openGroup(command, me, [...new Set([...event.people, ...others])], event);
  const added = await joinConversations(command, [present], [me, ...others]);
  if (added.length > 0) tellPersonalChanged(command, present);
  return present;
}

async function openGroup(
  command: CommandContext,
  me: string,
  others: string[],
  event: (EventFace & { id: string }) | undefined,
): Promise<string> {
  const conversation = {
    serverId: null,
    type: event === undefined ? ('group' as const) : ('event-group' as const),
    openTo: 'members' as const,
    posting: 'everyone' as const,
    createdBy: me,
    ...(event && { eventId: event.id, name: event.name, coverUrl: event.coverUrl }),
  };
  const id = await insertConversation(command.tx, conversation, command.now);
  await welcome(command, id, [me, ...others]);
  await noteAdded(command.tx, id, others, me);
  return id;
}

async function welcome(command: CommandContext, conversationId: string, people: string[]): Promise<void> {
  await joinConversations(command, [conversationId], people);
  tellPersonalChanged(command, conversationId);
}

/** Ends a person's membership of a group; everyone who stays gets another key. */
async function takeOut(command: CommandContext, conversationId: string, subject: string, me: string): Promise<void> {
  const view = await inside(command.tx, conversationId, me);
  assertAllowed(canTakeOut({ ...view, joined: true }, subject, me));
  if ((await leaveConversation(command, conversationId, subject)) === undefined) return;
  command.publish(api.personalChanged, { conversationId, gone: true }, [rooms.user(subject)]);
  tellPersonalChanged(command, conversationId);
}
