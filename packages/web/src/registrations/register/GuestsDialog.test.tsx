import { listGoing } from '@folkmoot/contract/registrations/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { GuestsDialog } from './GuestsDialog.tsx';

test('who is going: hosts are marked, and a search that finds nobody says so', async () => {
  const { id, firstName, lastName, username, imageUrl } = memberView('Beatrix', 'Okafor');
  const bea = { id, firstName, lastName, username, imageUrl, role: 'host' as const };
  answer(listGoing, ({ search = '' }) => (search === '' ? { data: [bea], count: 1 } : { data: [], count: 0 }));
  await openDialog(<GuestsDialog eventId={crypto.randomUUID()} token={undefined} />);
  const dialog = page.getByRole('dialog', { name: 'Who is going' });
  await expect.element(dialog.getByRole('listitem')).toMatchTextContent(/Beatrix Okafor.*Host/);
  await expectAccessible();
  await dialog.getByRole('textbox', { name: 'Search guests' }).or(dialog.getByRole('searchbox')).fill('nobody');
  await expect.element(dialog.getByText('Nobody matches “nobody”')).toBeVisible();
});
