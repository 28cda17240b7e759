import { answerAccessRequest, listAccessRequests, listAttention } from '@folkmoot/contract/events/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { AccessRequests } from './AccessRequests.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';

test('access requests: each person can be let in or declined, until the list is empty', async () => {
  const { id, firstName, lastName, username, imageUrl } = memberView('Kofi', 'Mensah');
  const request = {
    id: crypto.randomUUID(),
    person: { id, firstName, lastName, username, imageUrl },
    email: 'kofi@post.example',
    askedAt: 1_700_000_000,
  };
  answer(listAttention, { data: [], calendars: [], invitations: 0, invitedTo: [], reportedMessages: 0 });
  answer(listAccessRequests, { data: [request] });
  answer(answerAccessRequest, { message: 'Kofi Mensah can see the event.' });
  await draw(<AccessRequests event={eventView({ visibility: 'private' })} />, { as: HEDDA });
  await expect.element(page.getByRole('button', { name: 'Decline Kofi Mensah' })).toBeVisible();
  await expectAccessible();
  answer(listAccessRequests, { data: [] });
  await page.getByRole('button', { name: 'Let Kofi Mensah in' }).click();
  await expect.element(page.getByText('No access requests.')).toBeVisible();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ grant: true });
});
