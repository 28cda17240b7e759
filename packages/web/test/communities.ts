import type { MemberView } from '@folkmoot/contract/communities/schema.ts';

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
  };
}
