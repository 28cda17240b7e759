import { newId } from '../../src/core/id.ts';
import { CALENDAR_CASES } from './calendar-cases.ts';
import { channelCases } from './channel-cases.ts';
import { guestCases } from './guest-cases.ts';
import { homeCases } from './home-cases.ts';
import { invitationCases } from './invitation-cases.ts';
import { LEAVING_CASES } from './leaving-cases.ts';
import { paymentCases } from './payment-cases.ts';
import { qnaCases } from './qna-cases.ts';
import { WATCHING_CASES } from './watching-cases.ts';

/*
 * Every endpoint × signed-out, stranger, member, another community's admin. An endpoint that is not in the table
 * fails, so that its access is always stated. The figures are the answers that each of the four gets.
 */

export type Expected = [signedOut: number, stranger: number, member: number, otherAdmin: number];
export type Case = { expect: Expected; input?: (fixture: Fixture) => object };
export type Fixture = {
  serverId: string;
  channelId: string;
  conversationId: string;
  messageId: string;
  memberId: string;
  categoryId: string;
  inviteCodeId: string;
  inviteCode: string;
  userId: string;
  /** A group conversation that another person started, with the member in it. */
  groupId: string;
  /** A published event for the community's members, with a guest of another kind on its list. */
  eventId: string;
  participationId: string;
  ticketId: string;
  /** The main calendar of the community, which shows its members that event. */
  calendarId: string;
  /** A published question of a host, a comment of theirs under it, and a reaction. */
  questionId: string;
  commentId: string;
  reactionId: string;
};

const open: Expected = [200, 200, 200, 200];
const signedIn: Expected = [401, 200, 200, 200];
const members: Expected = [401, 404, 200, 404];
const editors: Expected = [401, 404, 403, 404];
const absent: Expected = [401, 404, 404, 404];
/** Nobody in these tests owns the installation. */
const ownerOnly: Expected = [401, 403, 403, 403];
const channel = ({ serverId, channelId }: Fixture) => ({ serverId, channelId });
const message = ({ conversationId, messageId }: Fixture) => ({ conversationId, messageId });
const group = ({ groupId }: Fixture) => ({ conversationId: groupId });
const guestGroup = () => ({ groupId: newId() });
const server = ({ serverId }: Fixture) => ({ serverId });
const event = ({ eventId }: Fixture) => ({ eventId });
const guest = ({ eventId, participationId }: Fixture) => ({ eventId, participationId });
/** Allowed to everybody who can see it: here, the community's members. */
const seers: Expected = [404, 404, 200, 404];
export const TICKET = { name: 'Day pass', description: '', capacity: null };

export const CASES: Record<string, Case> = {
  signUp: { expect: [422, 422, 422, 422] },
  signIn: { expect: [401, 401, 401, 401], input: () => ({ email: 'no@one.example', password: 'x' }) },
  sendCode: { expect: open, input: () => ({ email: 'no@one.example', type: 'sign-in' }) },
  signInByCode: { expect: [422, 422, 422, 422], input: () => ({ email: 'no@one.example', otp: '123456' }) },
  verifyEmail: { expect: [422, 422, 422, 422], input: () => ({ email: 'no@one.example', otp: '123456' }) },
  resetPassword: {
    expect: [422, 422, 422, 422],
    input: () => ({ email: 'no@one.example', otp: '123456', password: 'three quiet kilns' }),
  },
  // These know a person by the session cookie, which a token does not replace.
  changePassword: {
    expect: [401, 401, 401, 401],
    input: () => ({ currentPassword: 'x', newPassword: 'three quiet kilns', revokeOtherSessions: true }),
  },
  beginTwoStep: { expect: [401, 401, 401, 401] },
  endTwoStep: { expect: [401, 401, 401, 401] },
  renewRecoveryCodes: { expect: [401, 401, 401, 401] },
  checkAppCode: { expect: [401, 401, 401, 401], input: () => ({ code: '123456' }) },
  checkRecoveryCode: { expect: [401, 401, 401, 401], input: () => ({ code: 'abcde-fghjk' }) },
  passkeyQuestion: { expect: open },
  // Without an origin, which every browser sends.
  signInByPasskey: { expect: [422, 422, 422, 422], input: () => ({ response: { id: 'none' } }) },
  newPasskeyQuestion: { expect: [401, 401, 401, 401] },
  addPasskey: { expect: [401, 401, 401, 401], input: () => ({ response: { id: 'none' }, name: 'Phone' }) },
  renamePasskey: { expect: [401, 401, 401, 401], input: () => ({ id: newId(), name: 'Phone' }) },
  removePasskey: { expect: [401, 401, 401, 401], input: () => ({ id: newId() }) },
  accessToken: { expect: [204, 204, 204, 204] },
  signOut: { expect: open },

  getInstallation: { expect: open },
  getMe: { expect: signedIn },
  isUsernameFree: { expect: open, input: () => ({ username: 'free-name' }) },
  getSecurity: { expect: signedIn },
  ...LEAVING_CASES,
  handOverInstallation: { expect: ownerOnly, input: ({ userId }) => ({ userId }) },
  sendProofCode: { expect: signedIn },
  confirmItIsMe: { expect: [401, 422, 422, 422], input: () => ({ by: 'password', password: 'not it' }) },
  listSessions: { expect: signedIn },
  endSession: { expect: [401, 404, 404, 404], input: () => ({ sessionId: newId() }) },
  endAllSessions: { expect: signedIn },
  listAvatars: { expect: signedIn },
  getProfile: { expect: signedIn, input: ({ userId }) => ({ userId }) },
  updateProfile: { expect: signedIn },

  startUpload: {
    expect: signedIn,
    input: () => ({ fileName: 'kiln.jpg', size: 10, mimeType: 'image/jpeg', type: 'message' }),
  },
  completeUpload: { expect: [401, 404, 404, 404], input: () => ({ attachmentId: newId() }) },
  describeAttachment: { expect: [401, 404, 404, 404], input: () => ({ attachmentId: newId(), alt: 'A kiln' }) },
  discardUpload: { expect: [401, 404, 404, 404], input: () => ({ attachmentId: newId() }) },
  listChannelAttachments: { expect: members, input: channel },
  listConversationAttachments: { expect: members, input: message },
  deleteAttachment: { expect: [401, 404, 404, 404], input: () => ({ id: newId(), type: 'message' }) },

  ...WATCHING_CASES,
  // No photo service is set up here.
  getWritingService: { expect: signedIn },
  // No service is set here.
  writeCommunityDescription: { expect: [401, 409, 409, 409], input: () => ({ community_prompt: 'Pottery' }) },
  writeEventDescription: { expect: [401, 409, 409, 409], input: () => ({ event_prompt: 'A walk' }) },
  findStockPhotos: { expect: [401, 503, 503, 503] },
  noteStockDownload: { expect: [401, 503, 503, 503], input: () => ({ download: '/photos/kiln/download' }) },

  createCommunity: { expect: [401, 422, 422, 422] },
  listMyCommunities: { expect: signedIn },
  discoverCommunities: { expect: open },
  getCommunity: { expect: [404, 404, 200, 404], input: server },
  updateCommunity: { expect: editors, input: server },
  deleteCommunity: { expect: editors, input: (fixture) => ({ ...server(fixture), name: 'x' }) },
  joinCommunity: { expect: [401, 404, 200, 404], input: server },
  leaveCommunity: { expect: members, input: server },
  handOverCommunity: { expect: editors, input: (fixture) => ({ ...server(fixture), memberId: fixture.memberId }) },
  askToJoin: { expect: [401, 404, 409, 404], input: (fixture) => ({ ...server(fixture), note: '' }) },
  withdrawRequest: { expect: members, input: server },
  listJoinRequests: { expect: editors, input: server },
  approveRequest: { expect: editors, input: (fixture) => ({ ...server(fixture), requestId: newId() }) },
  rejectMember: {
    expect: editors,
    input: (fixture) => ({ ...server(fixture), memberId: newId(), selectedReason: 'Custom', reason: '' }),
  },
  banMember: { expect: editors, input: (fixture) => ({ ...server(fixture), memberId: fixture.memberId }) },
  countWritten: { expect: editors, input: (fixture) => ({ ...server(fixture), memberId: fixture.memberId }) },
  timeOutMember: { expect: editors, input: (one) => ({ ...server(one), memberId: one.memberId, minutes: 15 }) },
  endTimeout: { expect: editors, input: (fixture) => ({ ...server(fixture), memberId: fixture.memberId }) },
  listBans: { expect: editors, input: server },
  liftBan: { expect: editors, input: (fixture) => ({ ...server(fixture), userId: fixture.userId }) },
  listAuditLog: { expect: editors, input: server },
  listFeatured: { expect: open },
  listAllFeatured: { expect: ownerOnly },
  featureCommunity: { expect: ownerOnly, input: server },
  orderFeatured: { expect: ownerOnly, input: () => ({ order: [] }) },
  removeFeatured: { expect: ownerOnly },
  isSlugFree: { expect: open, input: () => ({ alias: 'some-free-address' }) },
  resolveAlias: { expect: [404, 404, 404, 404], input: () => ({ alias: 'nobody-here' }) },
  getMemberPermissions: { expect: members, input: server },
  listMembers: { expect: members, input: server },
  suggestMembers: { expect: members, input: server },
  changeMemberRole: {
    expect: editors,
    input: (fixture) => ({ ...server(fixture), memberId: fixture.memberId, roleType: 'MODERATOR' }),
  },
  removeMember: { expect: editors, input: (fixture) => ({ ...server(fixture), memberId: fixture.memberId }) },
  getInviteCode: { expect: members, input: server },
  listInviteCodes: { expect: editors, input: server },
  createInviteCode: { expect: members, input: server },
  revokeInviteCode: {
    expect: editors,
    input: (fixture) => ({ ...server(fixture), inviteCodeId: fixture.inviteCodeId }),
  },
  getInvite: { expect: open, input: ({ inviteCode }) => ({ inviteCode }) },
  acceptInvite: { expect: [401, 404, 404, 404], input: () => ({ inviteCode: 'wrong' }) },
  findPeople: { expect: signedIn },
  listCommunitiesOf: { expect: signedIn, input: ({ userId }) => ({ userId }) },

  listMessages: { expect: members, input: message },
  sendMessage: { expect: members, input: (fixture) => ({ ...message(fixture), clientId: newId(), text: 'hello' }) },
  suggestMentions: { expect: members, input: message },
  editMessage: { expect: editors, input: (fixture) => ({ ...message(fixture), text: 'changed' }) },
  deleteMessage: { expect: editors, input: message },
  addReaction: { expect: members, input: (fixture) => ({ ...message(fixture), emoji: '🔥' }) },
  removeReaction: { expect: members, input: (fixture) => ({ ...message(fixture), emoji: '🔥' }) },
  listChanges: { expect: members, input: (fixture) => ({ ...message(fixture), since: 0 }) },
  markRead: { expect: members, input: (fixture) => ({ ...message(fixture), seq: 1 }) },
  addMembers: { expect: members, input: ({ conversationId, userId }) => ({ conversationId, users: [userId] }) },
  setLevel: { expect: members, input: (fixture) => ({ ...message(fixture), level: 'mentions' }) },
  getThread: { expect: members, input: message },
  // No replies yet, and a channel cannot be followed.
  followThread: { expect: [401, 404, 422, 404], input: message },
  unfollowThread: { expect: [401, 404, 422, 404], input: message },
  listPins: { expect: members, input: message },
  pinMessage: { expect: editors, input: message },
  unpinMessage: { expect: editors, input: message },
  listEdits: { expect: editors, input: message },
  generateConversationKey: { expect: members, input: message },

  getBlock: { expect: signedIn, input: ({ userId }) => ({ userId }) },
  blockUser: { expect: signedIn, input: ({ userId }) => ({ userId }) },
  unblockUser: { expect: signedIn, input: ({ userId }) => ({ userId }) },
  listBlocks: { expect: signedIn },

  listNotifications: { expect: signedIn },
  countNotifications: { expect: signedIn },
  readNotifications: { expect: signedIn },
  getPreferences: { expect: signedIn },
  changePreferences: { expect: signedIn, input: () => ({ previews: false }) },
  listDevices: { expect: signedIn },
  // A push service that this installation does not send to.
  addDevice: {
    expect: [401, 422, 422, 422],
    input: () => ({
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) },
    }),
  },
  removeDevice: { expect: signedIn, input: () => ({ deviceId: newId() }) },
  testDevice: { expect: [401, 404, 404, 404], input: () => ({ deviceId: newId() }) },

  listPersonal: { expect: signedIn },
  searchPersonal: { expect: signedIn },
  createPrivate: { expect: signedIn, input: ({ userId }) => ({ users: [userId] }) },
  getPersonal: { expect: members, input: group },
  updatePersonal: { expect: members, input: (fixture) => ({ ...group(fixture), name: 'Kiln crew' }) },
  listPeopleInside: { expect: members, input: group },
  leavePersonal: { expect: members, input: group },
  removeFromPersonal: { expect: editors, input: (fixture) => ({ ...group(fixture), userId: fixture.userId }) },
  listEventGroups: { expect: signedIn, input: () => ({ eventId: newId() }) },

  reportMessage: { expect: members, input: (fixture) => ({ ...message(fixture), reason: 'spam' }) },
  listReports: { expect: editors, input: server },
  answerReport: {
    expect: editors,
    input: (fixture) => ({ ...server(fixture), reportId: newId(), answer: 'dismissed' }),
  },

  listPersonalReports: { expect: ownerOnly },
  answerPersonalReport: { expect: ownerOnly, input: () => ({ reportId: newId(), answer: 'dismissed' }) },

  listUnread: { expect: signedIn },
  listMentions: { expect: signedIn },
  listThreads: { expect: signedIn },
  listSaved: { expect: signedIn },
  listSavedIds: { expect: signedIn },
  saveMessage: { expect: members, input: message },
  unsaveMessage: { expect: signedIn, input: message },
  listCounts: { expect: signedIn },
  readAll: { expect: signedIn },
  muteCommunity: { expect: signedIn, input: (fixture) => ({ ...server(fixture), mutedUntil: null }) },

  searchPlaces: { expect: open, input: () => ({ query: 'Leeds' }) },
  getSurroundings: { expect: open, input: () => ({ lat: 53.8, lng: -1.55 }) },
  getMapService: { expect: open },
  findPlace: { expect: open, input: () => ({ placeId: 'geonames:2644688' }) },

  listEvents: { expect: signedIn },
  listEventReports: { expect: editors, input: server },
  dismissEventReport: { expect: editors, input: ({ serverId }) => ({ serverId, reportId: newId() }) },
  // Nobody here owns the installation.
  getMailHealth: { expect: [401, 403, 403, 403] },
  resumePaused: { expect: [401, 403, 403, 403], input: () => ({ mailingId: newId() }) },
  listMailStops: { expect: [401, 403, 403, 403] },
  removeMailStop: {
    expect: [401, 403, 403, 403],
    input: () => ({ address: 'a@b.example', scope: 'all', scopeId: newId() }),
  },
  listOwnerReports: { expect: [401, 403, 403, 403] },
  dismissOwnerReport: { expect: [401, 403, 403, 403], input: () => ({ reportId: newId() }) },
  findEvents: { expect: signedIn, input: () => ({ search: 'evening' }) },
  discoverEvents: { expect: open },
  getEvent: { expect: seers, input: event },
  createEvent: { expect: signedIn, input: () => ({ name: 'An evening' }) },
  updateEvent: { expect: editors, input: (fixture) => ({ ...event(fixture), name: 'Another' }) },
  publishEvent: { expect: editors, input: event },
  unpublishEvent: { expect: editors, input: event },
  previewNotice: { expect: editors, input: (fixture) => ({ ...event(fixture), of: 'changed' }) },
  cancelEvent: { expect: editors, input: event },
  deleteEvent: { expect: editors, input: event },
  duplicateEvent: {
    expect: editors,
    input: (fixture) => ({ ...event(fixture), time_zone: 'UTC', start_epoc: 0, end_epoc: 3600, options: {} }),
  },
  listHosts: { expect: editors, input: event },
  addHost: { expect: editors, input: (fixture) => ({ ...event(fixture), userId: fixture.userId, role: 'host' }) },
  removeHost: { expect: editors, input: (fixture) => ({ ...event(fixture), userId: fixture.userId }) },
  suggestHosts: { expect: editors, input: event },
  handOverEvent: { expect: editors, input: (fixture) => ({ ...event(fixture), userId: fixture.userId }) },
  contactHosts: { expect: members, input: (fixture) => ({ ...event(fixture), message: 'Is there parking?' }) },
  listAttention: { expect: signedIn },
  getInvitation: { expect: [401, 404, 404, 404], input: event },
  answerInvitation: { expect: [401, 404, 404, 404], input: (fixture) => ({ ...event(fixture), accept: true }) },
  getPasscodeTries: { expect: editors, input: event },
  stopEventMails: { expect: [404, 404, 404, 404], input: (fixture) => ({ ...event(fixture), token: 'x' }) },
  // Only a private event has a passcode and access requests.
  openWithPasscode: { expect: [404, 404, 404, 404], input: (fixture) => ({ ...event(fixture), passcode: 'kiln' }) },
  checkAccess: { expect: [401, 404, 404, 404], input: (fixture) => ({ ...event(fixture), userId: fixture.userId }) },
  requestAccess: { expect: [401, 404, 404, 404], input: (fixture) => ({ ...event(fixture), userId: fixture.userId }) },
  listAccessRequests: { expect: editors, input: event },
  answerAccessRequest: {
    expect: editors,
    input: (fixture) => ({ ...event(fixture), userId: fixture.userId, grant: true }),
  },
  reportEvent: { expect: members, input: (fixture) => ({ ...event(fixture), reason: 'spam' }) },

  getQuestions: { expect: seers, input: event },
  saveQuestions: { expect: editors, input: (fixture) => ({ ...event(fixture), questions: [] }) },

  listTickets: { expect: members, input: event },
  listPublicTickets: { expect: seers, input: event },
  createTicket: { expect: editors, input: (fixture) => ({ ...event(fixture), ...TICKET }) },
  updateTicket: { expect: editors, input: (fixture) => ({ ...event(fixture), ticketId: fixture.ticketId }) },
  deleteTicket: { expect: editors, input: (fixture) => ({ ...event(fixture), ticketId: fixture.ticketId }) },
  orderTicket: {
    expect: editors,
    input: (fixture) => ({ ...event(fixture), ticketId: fixture.ticketId, before: null }),
  },

  ...guestCases({ editors, seers, signedIn, open, event, guest }),

  ...invitationCases({ editors, members, absent, event, server }),

  ...CALENDAR_CASES,

  listGroups: { expect: signedIn },
  getGroup: { expect: absent, input: guestGroup },
  createGroup: { expect: signedIn, input: () => ({ name: 'Stallholders', description: 'Who had a table' }) },
  updateGroup: { expect: absent, input: () => ({ ...guestGroup(), name: 'Press' }) },
  deleteGroups: { expect: signedIn, input: () => ({ groupIds: [newId()] }) },
  listGroupGuests: { expect: absent, input: guestGroup },
  addGroupGuests: { expect: absent, input: () => ({ ...guestGroup(), guests: [{ email: 'a@b.example' }] }) },
  deleteGroupGuests: { expect: absent, input: () => ({ ...guestGroup(), guestIds: [newId()] }) },

  ...paymentCases({ editors, signedIn, absent, event }),
  ...homeCases({ editors, seers, members, open, server }),
  ...qnaCases({ editors, seers, open, event }),

  // No service for contacts is set up in these tests.
  getContactsConnection: { expect: signedIn },
  connectContacts: { expect: [401, 503, 503, 503] },
  disconnectContacts: { expect: signedIn },
  listContacts: { expect: [401, 503, 503, 503] },
  searchContacts: { expect: [401, 503, 503, 503], input: () => ({ query: 'bea' }) },

  listLinkCards: { expect: signedIn, input: () => ({ links: ['/kiln-opening'] }) },
  searchMessages: { expect: signedIn, input: () => ({ search: 'here' }) },

  listDistinctReactions: { expect: members, input: ({ messageId }) => ({ id: messageId }) },
  listReactionUsers: { expect: members, input: ({ messageId }) => ({ id: messageId }) },

  ...channelCases({ signedIn, members, editors }),
};
