import { listInvitations, listMailings, previewReminder } from '@folkmoot/contract/invitations/api.ts';
import type { InvitationRow } from '@folkmoot/contract/invitations/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { InvitedTab } from './InvitedTab.tsx';

const PERSON = { id: crypto.randomUUID(), firstName: 'Kofi', lastName: 'Mensah', username: 'kofi', imageUrl: null };
const NONE = { queued: 0, sent: 0, opened: 0, failed: 0, accepted: 0, declined: 0, revoked: 0 };

const rowOf = (change: Partial<InvitationRow>): InvitationRow => ({
  ...{ id: crypto.randomUUID(), name: 'Bea Bloom', email: 'bea@post.example', role: 'guest', state: 'sent' },
  ...{ smtp: null, sent_epoc: 1_700_000_000, answered_epoc: null, by: null, acceptedAs: null, mailingId: null },
  ...change,
});

async function drawTab(rows: InvitationRow[], counts: Partial<typeof NONE>) {
  answer(listInvitations, { data: rows, nextCursor: null, counts: { ...NONE, ...counts } });
  answer(listMailings, { data: [] });
  answer(previewReminder, { count: 0, skipped: { recent: 0, reminded: 0, unreachable: 0 }, digest: '' });
  await draw(<InvitedTab event={eventView()} />);
}

test('invited: an invitation that was accepted with another account names it, and cannot be sent again', async () => {
  await drawTab([rowOf({ state: 'accepted', acceptedAs: PERSON })], { accepted: 1 });
  const row = page.getByRole('row').filter({ hasText: 'Bea Bloom' });
  await expect.element(row).toMatchTextContent(/Accepted ?As Kofi Mensah/);
  await expect.element(row.getByRole('checkbox')).toBeDisabled();
  expect(row.getByRole('button', { name: /^Actions for/ }).elements()).toEqual([]);
  await expect.element(page.getByText(/^“Opened” is a hint/)).not.toBeInTheDocument();
  await expectAccessible();
});

test('invited: letters that were opened are a state of their own, with what that means, and can be sent again', async () => {
  await drawTab([rowOf({ state: 'opened' })], { opened: 1, sent: 2 });
  await expect.element(page.getByText(/^“Opened” is a hint at most/)).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Opened, no answer 1' })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Actions for Bea Bloom' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Send again' })).toBeVisible();
  await expectAccessible();
});
