import { dismissOwnerReport, listOwnerReports } from '@folkmoot/contract/events/reports-api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { OwnerEventReports } from './EventReports.tsx';

const MAREN = '0190a3b4-0000-7000-8000-00000000000e';

test('reported events: a report shows what is wrong and who reported it, and goes away when dismissed', async () => {
  const { id, firstName, lastName, username, imageUrl } = memberView('Kofi', 'Mensah');
  const report = {
    id: crypto.randomUUID(),
    reason: 'misleading' as const,
    note: 'There is no such hall.',
    created_epoc: 1_700_000_000,
    reporter: { id, firstName, lastName, username, imageUrl },
    event: { id: crypto.randomUUID(), alias: 'odd-fair', name: 'Odd Fair', status: 'published' as const },
  };
  answer(listOwnerReports, { data: [report], count: 1 });
  answer(dismissOwnerReport, { message: 'Dismissed.' });
  await draw(<OwnerEventReports />, { as: MAREN });
  const row = page.getByRole('list', { name: 'Reported events' }).getByRole('listitem');
  await expect.element(row).toMatchTextContent(/Misleading or fraudulent: There is no such hall\./);
  await expect.element(row).toMatchTextContent(/Reported by Kofi Mensah/);
  await expectAccessible();
  answer(listOwnerReports, { data: [], count: 0 });
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('No reported events.')).toBeVisible();
});
