import { banMember, countWritten, listMembers, rejectMember } from '@folkmoot/contract/communities/api.ts';
import type { JoinRequestView } from '@folkmoot/contract/communities/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { HandOverDialog } from '../settings/HandOverDialog.tsx';
import { BanDialog } from './BanDialog.tsx';
import { RejectDialog } from './RejectDialog.tsx';

const MAREN = '0190a3b4-0000-7000-8000-00000000000e';
const SERVER = '0190a3b4-0000-7000-8000-0000000000c0';

test('ban a member: the reason has a limit, and a refusal is shown in the dialog', async () => {
  answer(countWritten, { data: { hour: 0, day: 0, week: 0 } });
  refuse(banMember, { statusCode: 403, message: 'You cannot ban somebody of your own rank.' });
  await openDialog(<BanDialog member={memberView('Otis', 'Reed')} serverId={SERVER} />, { as: MAREN });
  const dialog = page.getByRole('dialog', { name: 'Ban Otis Reed?' });
  const reason = dialog.getByRole('textbox', { name: 'Reason (optional)' });
  await expect.element(dialog.getByRole('radio', { name: 'None' })).toHaveFocus();
  await reason.fill('Sold us the same kiln twice.');
  await expect.element(dialog.getByText(/^28\//)).toBeVisible();
  await dialog.getByRole('button', { name: 'Ban member' }).click();
  await expect.element(dialog.getByText('You cannot ban somebody of your own rank.')).toBeVisible();
  await expectAccessible();
  answer(banMember, { message: 'Member banned.' });
  await dialog.getByRole('button', { name: 'Ban member' }).click();
  await expectFocusReturned();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    reason: 'Sold us the same kiln twice.',
    deleted: 'none',
  });
});

test('reject a request: Other needs your own words, which are kept while you look at other reasons', async () => {
  answer(rejectMember, { message: 'Request rejected.' });
  const { id, firstName, lastName, username, imageUrl } = memberView('Sigrid', 'Hallberg');
  const request = {
    id: crypto.randomUUID(),
    person: { id, firstName, lastName, username, imageUrl },
    note: 'I bind books.',
  } as JoinRequestView;
  await openDialog(<RejectDialog request={request} serverId={SERVER} />, { as: MAREN });
  const dialog = page.getByRole('dialog', { name: 'Reject member' });
  const text = dialog.getByRole('textbox', { name: /^Message/ });
  const choose = async (reason: string) => {
    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: reason }).click();
  };
  await choose('Other');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect.element(dialog.getByText('Write a reason.')).toBeVisible();
  await text.fill('Come to an open evening first.');
  await choose('Capacity Limitation');
  await choose('Other');
  await expect.element(text).toHaveValue('Come to an open evening first.');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await expectFocusReturned();
});

test('hand a community over: the person and the community’s name are required', async () => {
  answer(listMembers, { data: [], nextCursor: null, count: 0 });
  await openDialog(
    <HandOverDialog community={{ id: SERVER, name: 'Alder Village' }} ownMemberId={crypto.randomUUID()} />,
    { as: MAREN },
  );
  const dialog = page.getByRole('dialog', { name: 'Hand over Alder Village?' });
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(dialog.getByText('Choose who to hand it over to.')).toBeVisible();
  await expect.element(dialog.getByText('Type the name exactly as it is shown.')).toBeVisible();
  await expectAccessible();
});
