import {
  banMember,
  countWritten,
  listBans,
  listMembers,
  listMyCommunities,
  timeOutMember,
} from '@folkmoot/contract/communities/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { BanDialog } from './BanDialog.tsx';
import { TimeoutDialog } from './TimeoutDialog.tsx';

const rowan = memberView('Rowan', 'Ashdown');
const serverId = crypto.randomUUID();
const sent = () => calls.findLast(({ method }) => method === 'PUT' || method === 'POST')?.body;

test('ban: the button says how many messages go with the person', async () => {
  answer(countWritten, { data: { hour: 5, day: 23, week: 31 } });
  answer(banMember, { message: 'Member banned. Their messages are being deleted.' });
  answer(listBans, { data: [], nextCursor: null });
  answer(listMembers, { data: [], nextCursor: null, count: 0 });
  await openDialog(<BanDialog member={rowan} serverId={serverId} />, { as: crypto.randomUUID() });
  await expect.element(page.getByRole('button', { name: 'Ban member' })).toBeVisible();
  await expect.element(page.getByText('23 messages')).toBeVisible();
  // What is decided comes first, and on a phone no keyboard covers it.
  await expect.element(page.getByRole('radio', { name: 'None' })).toHaveFocus();
  await page.getByRole('radio', { name: 'Of the last day' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Ban and delete 23 messages' }).click();
  await expect.poll(sent).toMatchObject({ deleted: 'day' });
});

test('ban: until the messages are counted, the button still says that they go', async () => {
  let tell: (counts: { data: { hour: number; day: number; week: number } }) => void = () => undefined;
  answer(countWritten, () => new Promise((resolve) => (tell = resolve)));
  await openDialog(<BanDialog member={rowan} serverId={serverId} />, { as: crypto.randomUUID() });
  const hour = page.getByRole('radio', { name: 'Of the last hour' });
  const top = hour.element().getBoundingClientRect().top;
  await hour.click();
  await expect.element(page.getByRole('button', { name: 'Ban and delete messages' })).toBeVisible();
  tell({ data: { hour: 0, day: 2, week: 2 } });
  await expect.element(page.getByRole('button', { name: 'Ban member' })).toBeVisible();
  expect(hour.element().getBoundingClientRect().top).toBe(top);
  await page.getByRole('radio', { name: 'Of the last day' }).click();
  await expect.element(page.getByRole('button', { name: 'Ban and delete 2 messages' })).toBeVisible();
});

test('time-out: the dialog says until when, and what stays possible', async () => {
  answer(timeOutMember, { message: 'Rowan Ashdown is timed out.', data: rowan });
  answer(listMembers, { data: [], nextCursor: null, count: 0 });
  answer(listMyCommunities, { data: [] });
  await openDialog(<TimeoutDialog member={rowan} serverId={serverId} />, { as: crypto.randomUUID() });
  await expect.element(page.getByText(/they can neither write nor react here. They can still read/)).toBeVisible();
  await page.getByRole('radio', { name: 'A day' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Time out for a day' }).click();
  await expect.poll(sent).toMatchObject({ minutes: 1440 });
});
