import type { CommunityView, MemberView } from '@folkmoot/contract/communities/schema.ts';

/** A plain member of a community. */
export function memberView(firstName: string, lastName: string): MemberView {
  return {
    id: crypto.randomUUID(),
    firstName,
    lastName,
    username: firstName.toLowerCase(),
    imageUrl: null,
    memberId: crypto.randomUUID(),
    roleType: 'MEMBER' as MemberView['roleType'],
    roleName: 'Member',
    joinedAt: '2026-01-05T10:00:00.000Z',
    timedOutUntil: null,
  };
}

/** A public community, as a visitor sees it. */
export function communityView(fields: Partial<CommunityView> = {}): CommunityView {
  return {
    id: '0190a3b4-0000-7000-8000-0000000000c0',
    slug: 'makers',
    name: 'Makers',
    description: '',
    logo: null,
    cover: null,
    visibility: 'public',
    tellsJoins: true,
    memberCount: 12,
    createdAt: '2026-01-05T10:00:00.000Z',
    faces: [],
    viewer: null,
    request: null,
    banned: false,
    ...fields,
  };
}
