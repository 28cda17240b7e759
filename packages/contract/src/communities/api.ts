import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Cursor, cursorPage, Done, doneWith } from '../core/page.ts';
import { Permission, RoleType } from '../core/permissions.ts';
import { AuditGroup, AuditView } from './audit-schema.ts';
import {
  BanFields,
  BanView,
  CommunityCard,
  CommunityFields,
  CommunityView,
  Deletion,
  InviteCodeView,
  InviteFields,
  JoinRequestFields,
  JoinRequestView,
  MemberView,
  NewCommunity,
  RailView,
  RejectFields,
  refusals,
  Slug,
  Suggested,
  TimeoutFields,
  ViewerView,
  Visibility,
  WrittenView,
} from './schema.ts';

/** A code as it appears in a link; anything else is simply a wrong code. */
const InviteCode = z.string().min(1).max(160);

export const createCommunity = endpoint('POST /api/v1/servers', {
  who: 'signedIn',
  perMinute: 10,
  summary: 'Create a community. You become its creator, and it begins with a channel #general unless you leave it out.',
  body: NewCommunity,
  returns: doneWith(CommunityView),
  refuses: [refusals.slugTaken, refusals.slugReserved],
});

export const listMyCommunities = endpoint('GET /api/v1/servers', {
  who: 'signedIn',
  summary: 'The rail: your communities, with what is new in them.',
  returns: z.object({ data: z.array(RailView) }),
});

export const discoverCommunities = endpoint('GET /api/v1/public/servers', {
  who: 'public',
  summary: 'Public communities, largest first.',
  query: z.object({ search: z.string().max(100).default(''), cursor: Cursor.optional() }),
  returns: cursorPage(CommunityCard),
});

export const getCommunity = endpoint('GET /api/v1/servers/:serverId', {
  who: 'public',
  summary: 'A community. Secret ones are 404 for everyone but members.',
  returns: CommunityView,
});

export const updateCommunity = endpoint('PATCH /api/v1/servers/:serverId', {
  who: 'member',
  needs: ['MANAGE_SERVER'],
  summary:
    'Change the name, address, description, logo or visibility, and whether joins are told. The old address redirects.',
  body: CommunityFields.partial(),
  returns: doneWith(CommunityView),
  refuses: [refusals.slugTaken, refusals.slugReserved, refusals.addressTooOften],
});

export const deleteCommunity = endpoint('DELETE /api/v1/servers/:serverId', {
  who: 'member',
  fresh: true,
  summary: 'Delete a community with everything in it. The body must repeat its name.',
  body: Deletion,
  returns: Done,
  refuses: [refusals.onlyCreatorDeletes, refusals.nameDiffers],
});

export const joinCommunity = endpoint('POST /api/v1/servers/:serverId/join', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Join a public community and its default channels.',
  returns: doneWith(CommunityView),
  refuses: [refusals.byInvitation, refusals.banned],
});

export const leaveCommunity = endpoint('POST /api/v1/servers/:serverId/leave', {
  who: 'member',
  summary: 'Leave a community and all its channels; what you wrote stays.',
  returns: Done,
  refuses: [refusals.creatorCannotLeave],
});

export const handOverCommunity = endpoint('POST /api/v1/servers/:serverId/handover', {
  who: 'member',
  fresh: true,
  perMinute: 10,
  summary: 'Transfer a community to another member. You become an admin.',
  body: z.object({ memberId: Id }),
  returns: doneWith(CommunityView),
  refuses: [refusals.onlyCreatorHandsOver, refusals.yourself],
});

export const askToJoin = endpoint('POST /api/v1/servers/:serverId/join-requests', {
  who: 'signedIn',
  perMinute: 10,
  summary: 'Ask to join a private community, with an optional note.',
  body: JoinRequestFields,
  returns: doneWith(CommunityView),
  refuses: [
    refusals.alreadyMember,
    refusals.banned,
    refusals.joinFreely,
    refusals.alreadyAsked,
    refusals.askedRecently,
  ],
});

export const withdrawRequest = endpoint('DELETE /api/v1/servers/:serverId/join-requests', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Withdraw your own request. Idempotent.',
  returns: doneWith(CommunityView),
});

export const listJoinRequests = endpoint('GET /api/v1/:serverId/join-requests', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'Requests to join, longest wait first, and how many there are.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(JoinRequestView).extend({ count: z.int() }),
});

export const approveRequest = endpoint('PUT /api/v1/:serverId/join-requests/:requestId/approve', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: "Approve a request to join; the request's id becomes the member's.",
  returns: Done,
  refuses: [refusals.requestAnswered, refusals.banned],
});

export const rejectMember = endpoint('PUT /api/v1/:serverId/members/reject', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'Decline a request with a reason, which the person gets by email.',
  body: RejectFields,
  returns: Done,
  refuses: [refusals.requestAnswered],
});

export const banMember = endpoint('POST /api/v1/:serverId/members/:memberId/ban', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'Ban a member: removes them and keeps them from joining again.',
  body: BanFields,
  returns: Done,
  refuses: [refusals.outranked, refusals.yourself],
});

export const countWritten = endpoint('GET /api/v1/servers/:serverId/members/:memberId/written', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'How many messages a member wrote here in the last hour, day and week, up to a thousand.',
  returns: z.object({ data: WrittenView }),
});

export const timeOutMember = endpoint('PUT /api/v1/servers/:serverId/members/:memberId/timeout', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'Keep a member from writing and reacting for some time, counted from now. It ends by itself.',
  body: TimeoutFields,
  returns: doneWith(MemberView),
  refuses: [refusals.outranked, refusals.yourself],
});

export const endTimeout = endpoint('DELETE /api/v1/servers/:serverId/members/:memberId/timeout', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'End a time-out early. Idempotent.',
  returns: doneWith(MemberView),
  refuses: [refusals.outranked, refusals.yourself],
});

export const listBans = endpoint('GET /api/v1/:serverId/bans', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'Banned people, latest first.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(BanView),
});

export const liftBan = endpoint('DELETE /api/v1/:serverId/bans/:userId', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'Lift a ban. Idempotent. The person may join again, but is not added back.',
  returns: Done,
});

export const listAuditLog = endpoint('GET /api/v1/:serverId/audit-log', {
  who: 'member',
  needs: ['VIEW_AUDIT_LOG'],
  summary: 'Who changed what, newest first; can be narrowed to a group of actions or to one person.',
  query: z.object({ cursor: Cursor.optional(), group: AuditGroup.optional(), actorId: Id.optional() }),
  returns: cursorPage(AuditView),
});

export const isSlugFree = endpoint('GET /api/v1/public/alias-available', {
  who: 'public',
  perMinute: 60,
  summary: 'Whether a public address is available, and if not, why.',
  query: z.object({ alias: Slug, serverId: Id.optional() }),
  returns: z.object({ available: z.boolean(), reason: z.string().nullable() }),
});

export const resolveAlias = endpoint('GET /api/v1/public/alias/:alias', {
  who: 'public',
  summary: 'What a public address belongs to; `alias` is the current address if it was renamed.',
  params: { alias: z.string().min(1).max(100) },
  /** A signed link from an email finds what the caller could not see without it. */
  query: z.object({ token: z.string().max(500).optional() }),
  returns: z.object({
    data: z.object({
      resource_type: z.enum(['community', 'event', 'calendar', 'user']),
      resource_id: Id,
      alias: z.string(),
      /** Of a community: whether outsiders can read its page. */
      visibility: Visibility.optional(),
    }),
  }),
});

export const getMemberPermissions = endpoint('GET /api/v1/:serverId/permissions/getMemberPermissions', {
  who: 'member',
  summary: 'Your own permissions here, by name.',
  returns: z.object({ data: z.array(Permission), member: ViewerView }),
});

export const listMembers = endpoint('GET /api/v1/:serverId/members', {
  who: 'member',
  summary:
    'Members by name; can be narrowed to a channel or conversation, or to one person (`informationOf`, a user id).',
  query: z.object({
    cursor: Cursor.optional(),
    search: z.string().max(100).default(''),
    channelId: Id.optional(),
    conversationId: Id.optional(),
    informationOf: Id.optional(),
    /** Only members whose role is this. */
    role: RoleType.optional(),
  }),
  returns: cursorPage(MemberView).extend({ count: z.int() }),
});

export const suggestMembers = endpoint('GET /api/v1/:serverId/members/suggested', {
  who: 'member',
  perMinute: 600,
  summary:
    'The few members whom a search most likely means: whose name or username begins with it, then a word of it, then others.',
  query: z.object({ search: z.string().max(100).default('') }),
  returns: Suggested,
});

export const changeMemberRole = endpoint('PUT /api/v1/servers/:serverId/members/:memberId/role', {
  who: 'member',
  needs: ['MANAGE_ROLES'],
  summary: 'Promote or demote a member.',
  body: z.object({ roleType: RoleType }),
  returns: doneWith(MemberView),
  refuses: [refusals.outranked, refusals.roleTooHigh, refusals.yourself],
});

export const removeMember = endpoint('DELETE /api/v1/servers/:serverId/members/:memberId', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'Remove a member from the community and its channels.',
  returns: Done,
  refuses: [refusals.outranked, refusals.yourself],
});

export const getInviteCode = endpoint('GET /api/v1/:serverId/invite-code', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  perMinute: 60,
  summary: 'Your own permanent invitation code here; created if there is none.',
  returns: z.object({ inviteCode: z.string() }),
});

export const listInviteCodes = endpoint('GET /api/v1/servers/:serverId/invite-codes', {
  who: 'member',
  needs: ['MANAGE_MEMBERS'],
  summary: 'All invitation codes of a community, newest first.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(InviteCodeView),
});

export const createInviteCode = endpoint('POST /api/v1/servers/:serverId/invite-codes', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  perMinute: 30,
  summary: 'Create an invitation code, with an optional expiry and number of uses.',
  body: InviteFields,
  returns: doneWith(InviteCodeView),
});

export const revokeInviteCode = endpoint('DELETE /api/v1/servers/:serverId/invite-codes/:inviteCodeId', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  summary: 'Withdraw a code: your own, or any with MANAGE_MEMBERS.',
  returns: Done,
});

export const getInvite = endpoint('GET /api/v1/invites/:inviteCode', {
  who: 'public',
  perMinute: 30,
  summary: 'The community behind an invitation, before joining.',
  params: { inviteCode: InviteCode },
  returns: z.object({
    community: CommunityCard,
    invitedBy: PersonView.nullable(),
    /** The masked address of an invitation that was sent by email. */
    sentTo: z.string().nullable(),
  }),
  refuses: [refusals.inviteWrong, refusals.inviteExpired, refusals.inviteUsedUp, refusals.inviteRevoked],
});

export const acceptInvite = endpoint('POST /api/v1/invites/:inviteCode/accept', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Join by invitation. If you already are a member, no use is counted.',
  params: { inviteCode: InviteCode },
  returns: doneWith(CommunityView),
  refuses: [
    refusals.inviteWrong,
    refusals.inviteExpired,
    refusals.inviteUsedUp,
    refusals.inviteRevoked,
    refusals.banned,
  ],
});

export const findPeople = endpoint('GET /api/v1/profile/users/paginated', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'People who share a community with you, or have exactly this username.',
  query: z.object({
    cursor: Cursor.optional(),
    search: z.string().max(100).default(''),
    conversationId: Id.optional(),
  }),
  returns: cursorPage(PersonView),
});

export const listCommunitiesOf = endpoint('GET /api/v1/profile/list-communities', {
  who: 'signedIn',
  summary: "A person's communities: all of your own; of other people's, the public ones and those you share.",
  query: z.object({ userId: Id, cursor: Cursor.optional() }),
  returns: cursorPage(CommunityCard),
});

/* Live. `server.*` goes to members, `member.*` to members, `permissions.changed` to the person alone. */
export const serverChanged = liveEvent('server.changed', z.object({ serverId: Id }));
export const serverDeleted = liveEvent('server.deleted', z.object({ serverId: Id }));
export const memberJoined = liveEvent('member.joined', z.object({ serverId: Id, memberId: Id, userId: Id }));
export const memberChanged = liveEvent('member.changed', z.object({ serverId: Id, memberId: Id, userId: Id }));
export const memberLeft = liveEvent('member.left', z.object({ serverId: Id, memberId: Id, userId: Id }));
export const permissionsChanged = liveEvent('permissions.changed', z.object({ serverId: Id, member: ViewerView }));
/** To people who answer requests: somebody asked, withdrew, or was answered. */
export const requestsChanged = liveEvent('request.changed', z.object({ serverId: Id }));
/** To the applicant alone. */
export const requestAnswered = liveEvent(
  'request.answered',
  z.object({ serverId: Id, name: z.string(), status: z.enum(['approved', 'rejected']) }),
);
/** To people who answer requests: somebody was banned, or a ban was lifted. */
export const bansChanged = liveEvent('ban.changed', z.object({ serverId: Id }));
