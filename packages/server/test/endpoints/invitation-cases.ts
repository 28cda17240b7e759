import { newId } from '../../src/core/id.ts';
import type { Case, Fixture } from './endpoint-cases.ts';

type Given = Record<'editors' | 'members' | 'absent', Case['expect']> &
  Record<'event' | 'server', (fixture: Fixture) => object>;

const EMAIL = { subject: 'Come', body: 'eA==' };
const COMMUNITY_LETTER = { subject: 'Join us', body: 'Do come.' };

/** Who may call the endpoints that invite people and write to guests. */
export function invitationCases({ editors, members, absent, event, server }: Given): Record<string, Case> {
  const mailing = (fixture: Fixture) => ({ ...event(fixture), mailingId: newId() });
  return {
    previewInvite: { expect: editors, input: (fixture) => ({ ...event(fixture), data: [] }) },
    invite: {
      expect: editors,
      input: (fixture) => ({ ...event(fixture), id: newId(), emailContent: EMAIL, data: [] }),
    },
    testInvite: {
      expect: editors,
      input: (fixture) => ({ ...event(fixture), emailContent: EMAIL }),
    },
    listInviteUsers: { expect: editors, input: (fixture) => ({ ...event(fixture), data: [] }) },
    listMailings: { expect: editors, input: event },
    getMailing: { expect: editors, input: mailing },
    withdrawMailing: { expect: editors, input: mailing },
    resumeMailing: { expect: editors, input: mailing },
    listInvitations: { expect: editors, input: event },
    getLetterInvitation: { expect: [200, 200, 200, 200], input: event },
    resendInvitations: { expect: editors, input: (fixture) => ({ ...event(fixture), id: newId(), ids: [newId()] }) },
    previewReminder: { expect: editors, input: event },
    remindInvited: {
      expect: editors,
      input: (fixture) => ({ ...event(fixture), id: newId(), emailContent: EMAIL }),
    },
    listGuestMessages: { expect: editors, input: event },
    previewGuestMessage: { expect: editors, input: (fixture) => ({ ...event(fixture), to: { status: ['going'] } }) },
    testGuestMessage: {
      expect: editors,
      input: (fixture) => ({ ...event(fixture), emailContent: EMAIL }),
    },
    sendGuestMessage: {
      expect: editors,
      input: (fixture) => ({
        ...event(fixture),
        id: newId(),
        emailContent: EMAIL,
        to: { status: ['going'] },
      }),
    },
    revokeInvitations: { expect: editors, input: (fixture) => ({ ...event(fixture), ids: [newId()] }) },

    inviteByEmail: {
      expect: members,
      input: (fixture) => ({ ...server(fixture), id: newId(), ...COMMUNITY_LETTER, emails: ['ada@alderwick.example'] }),
    },
    inviteByList: {
      expect: editors,
      input: (fixture) => ({ ...server(fixture), id: newId(), ...COMMUNITY_LETTER, file: newId() }),
    },
    testCommunityInvite: { expect: members, input: (fixture) => ({ ...server(fixture), ...COMMUNITY_LETTER }) },
    listEmailInvitations: { expect: members, input: server },
    resendEmailInvitations: {
      expect: members,
      input: (fixture) => ({ ...server(fixture), id: newId(), ids: [newId()] }),
    },
    revokeEmailInvitations: {
      expect: [401, 404, 409, 404],
      input: (fixture) => ({ ...server(fixture), ids: [newId()] }),
    },
    listCommunityMailings: { expect: members, input: server },
    withdrawCommunityMailing: { expect: absent, input: (fixture) => ({ ...server(fixture), mailingId: newId() }) },
    resumeCommunityMailing: { expect: absent, input: (fixture) => ({ ...server(fixture), mailingId: newId() }) },
  };
}
