import { listGoing } from '@folkmoot/contract/registrations/api.ts';
import { GUEST_COUNT } from '@folkmoot/contract/registrations/schema.ts';
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
  await expect.element(dialog.getByText(/are listed/)).not.toBeInTheDocument();
  await dialog.getByRole('textbox', { name: 'Search guests' }).or(dialog.getByRole('searchbox')).fill('nobody');
  await expect.element(dialog.getByText('No one matches “nobody”')).toBeVisible();
});

test('who is going: a long list says that it ends, and how the others are found', async () => {
  const { id, firstName, lastName, username, imageUrl } = memberView('Beatrix', 'Okafor');
  const bea = { id, firstName, lastName, username, imageUrl, role: 'guest' as const };
  answer(listGoing, { data: [bea], count: GUEST_COUNT });
  await openDialog(<GuestsDialog eventId={crypto.randomUUID()} token={undefined} />);
  await expect.element(page.getByText('The first 1,000 are listed. Search to find anyone else.')).toBeVisible();
  await expect.element(page.getByText('Page 1 of 100')).toBeVisible();
});
