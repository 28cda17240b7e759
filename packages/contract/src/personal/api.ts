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
  summary: 'Private and group conversations, the one with the newest message first.',
  query: z.object({
    cursor: Cursor.optional(),
    limit: Limit,
    filter: PersonalFilter.default('all'),
    /** Leaves the newest message out. */
    trimmed: QueryFlag.optional(),
    /** `share` leaves out those that one cannot write in. */
    source: z.enum(['list', 'share']).default('list'),
    /** Only those whose others are members of this community. */
    serverId: Id.optional(),
  }),
  returns: cursorPage(PersonalView),
});

export const searchPersonal = endpoint('POST /api/v1/conversations/personal', {
  who: 'signedIn',
  summary: 'Private and group conversations whose name or people match every word.',
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
  summary: 'A private or group conversation that one is in.',
  returns: PersonalDetail,
});

export const createPrivate = endpoint('POST /api/v1/conversations/create/private', {
  who: 'signedIn',
  perMinute: 20,
  summary:
    'Start a conversation. With one other person there is only ever one, and so it is of an event, whose hosts open it with everyone who is going inside: it is answered again.',
  query: z.object({ serverId: Id.optional() }),
  /** Of an event, `users` are people besides those who are going, and may be none. */
  body: z.object({ users: z.array(Id).max(200), eventId: Id.optional() }),
  returns: doneWith(z.object({ id: Id })),
  refuses: [refusals.nobody, refusals.tooMany, refusals.unknownPerson],
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
  summary: 'Everyone in a private or group conversation, by name.',
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
  summary: 'Take a person out of a group one has started.',
  returns: Done,
  refuses: [refusals.notAGroup, refusals.notYours],
});

export const listEventGroups = endpoint('GET /api/v1/conversations/event-group/:eventId', {
  who: 'signedIn',
  summary: "An event's group conversations that one is in.",
  query: z.object({ cursor: Cursor.optional(), serverId: Id.optional() }),
  returns: cursorPage(PersonalView),
});

/** To everyone inside: its people, name or cover changed. To whoever left: it is gone. */
export const personalChanged = liveEvent('conversation.changed', z.object({ conversationId: Id }));
