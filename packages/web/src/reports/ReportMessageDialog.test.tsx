import { reportMessage } from '@folkmoot/contract/reports/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../test/draw.tsx';
import { ReportMessageDialog } from './ReportMessageDialog.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';

test('report a message: the reason is required, and Something else needs a few words', async () => {
  answer(reportMessage, { message: 'Thank you.' });
  const message = { id: crypto.randomUUID(), conversationId: crypto.randomUUID() };
  await openDialog(<ReportMessageDialog message={message} serverId={crypto.randomUUID()} />, { as: BEA });
  const dialog = page.getByRole('dialog', { name: 'Report message' });
  const send = dialog.getByRole('button', { name: 'Report', exact: true });
  await send.click();
  await expect.element(dialog.getByText('Choose what is wrong.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Something else' }).click();
  await send.click();
  await expect.element(dialog.getByText('Describe in a few words what is wrong.')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('textbox').fill('The third time this week');
  await send.click();
  await expectFocusReturned();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ note: 'The third time this week' });
});
