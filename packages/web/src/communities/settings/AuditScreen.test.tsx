import { listAuditLog, listMembers, listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import type { AuditView } from '@folkmoot/contract/communities/audit-schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { communityView, memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { CommunityContext } from '../queries.ts';
import { AuditScreen } from './AuditScreen.tsx';

const line = (fields: Partial<AuditView>): AuditView => ({
  id: crypto.randomUUID(),
  at: '2026-03-19T10:00:00.000Z',
  action: 'member.timed-out',
  actor: { ...memberView('Ines', 'Carvalho') },
  own: false,
  subject: 'Kit Barker',
  people: [],
  changes: [],
  note: null,
  ...fields,
});

test('audit log: how long a time-out is, and from when on messages went, is said once', async () => {
  const length = (after: string) => [{ field: 'length', before: null, after }];
  const role = [{ field: 'roleType', before: 'MODERATOR', after: 'ADMIN' }];
  answer(listMyCommunities, { data: [] });
  answer(listMembers, { data: [], nextCursor: null, count: 0 });
  answer(listAuditLog, {
    data: [
      line({ changes: length('an hour') }),
      line({ action: 'member.written-deleted', changes: length('hour') }),
      line({ action: 'member.role-changed', changes: role }),
    ],
    nextCursor: null,
  });
  await draw(
    <CommunityContext value={communityView()}>
      <AuditScreen />
    </CommunityContext>,
    { as: crypto.randomUUID() },
  );
  await expect.element(page.getByText('Ines Carvalho timed out Kit Barker for an hour')).toBeVisible();
  await expect.element(page.getByText('Ines Carvalho deleted what Kit Barker wrote in the last hour')).toBeVisible();
  await expect.element(page.getByText('Role')).toBeVisible();
  expect(page.getByText('Length').elements()).toEqual([]);
  await expectAccessible();
});
