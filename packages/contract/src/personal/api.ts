import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Cursor, cursorPage, Done, doneWith } from '../core/page.ts';
import { QueryFlag } from '../core/text-schema.ts';
import { LIMITS, PersonalDetail, PersonalFields, PersonalFilter, PersonalView, refusals } from './schema.ts';

const Limit = z.coerce.number().int().min(1).max(50).default(LIMITS.page);

export const listPersonal = endpoint('GET /api/v1/conversations/personal', {
  who: 'signedIn',
  perMinute: 300,
  summary: 'Direct messages and groups, the one with the newest message first.',
  query: z.object({
    cursor: Cursor.optional(),
    limit: Limit,
    filter: PersonalFilter.default('all'),
    /** Leaves the newest message out. */
    trimmed: QueryFlag.optional(),
    /** `share` leaves out conversations in which the caller cannot write. */
    source: z.enum(['list', 'share']).default('list'),
    /** Only conversations with members of this community. */
    serverId: Id.optional(),
  }),
  returns: cursorPage(PersonalView),
});

export const searchPersonal = endpoint('POST /api/v1/conversations/personal', {
  who: 'signedIn',
  summary: 'Direct messages and groups whose name or people match every word.',
  body: z.object({
    search: z.string().max(100).default(''),
    searchFilter: PersonalFilter.default('all'),
    searchTokens: z.array(z.string().max(100)).max(10).default([]),
    limit: Limit,
  }),
  returns: z.object({ data: z.array(PersonalView) }),
});

export const getPersonal = endpoint('GET /api/v1/conversations/:conversationId', {
  who: 'signedIn',
  summary: 'A direct message or group that you are in.',
  returns: PersonalDetail,
});

export const createPrivate = endpoint('POST /api/v1/conversations/create/private', {
  who: 'signedIn',
  perMinute: 20,
  summary:
    'Start a conversation. There is only one with another person, and only one per event, which its hosts open with everyone who is going: if it exists, it is returned.',
  query: z.object({ serverId: Id.optional() }),
  /** For an event, `users` are people besides the guests who are going, and may be empty. */
  body: z.object({ users: z.array(Id).max(200), eventId: Id.optional() }),
  returns: doneWith(z.object({ id: Id })),
  refuses: [
    refusals.nobody,
    refusals.tooMany,
    refusals.unknownPerson,
    refusals.notTaking,
    refusals.oneNotTaking,
    refusals.tooManyNew,
  ],
});

export const updatePersonal = endpoint('PATCH /api/v1/conversations/:conversationId', {
  who: 'signedIn',
  summary: "Change a group's cover or name.",
  body: PersonalFields.partial(),
  returns: doneWith(PersonalView),
  refuses: [refusals.notAGroup],
});

export const listPeopleInside = endpoint('GET /api/v1/conversations/:conversationId/members', {
  who: 'signedIn',
  summary: 'Everyone in a direct message or group, by name.',
  query: z.object({ cursor: Cursor.optional(), search: z.string().max(100).default('') }),
  returns: cursorPage(PersonView),
});

export const leavePersonal = endpoint('POST /api/v1/conversations/:conversationId/leave', {
  who: 'signedIn',
  summary: 'Leave a group.',
  returns: Done,
  refuses: [refusals.notAGroup],
});

export const removeFromPersonal = endpoint('DELETE /api/v1/conversations/:conversationId/members/:userId', {
  who: 'signedIn',
  summary: 'Remove a person from a group you started.',
  returns: Done,
  refuses: [refusals.notAGroup, refusals.notYours],
});

export const listEventGroups = endpoint('GET /api/v1/conversations/event-group/:eventId', {
  who: 'signedIn',
  summary: "An event's group conversations that you are in.",
  query: z.object({ cursor: Cursor.optional(), serverId: Id.optional() }),
  returns: cursorPage(PersonalView),
});

/** To everyone inside: its people, name or cover changed. To a person who is no longer inside: it is gone for them. */
export const personalChanged = liveEvent(
  'conversation.changed',
  z.object({ conversationId: Id, gone: z.boolean().optional() }),
);
