import { askToJoin } from '@folkmoot/contract/communities/api.ts';
import { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { keepIntent } from '../intent.ts';
import { AskToJoin } from './AskToJoin.tsx';

const SIGRID = '0190a3b4-0000-7000-8000-0000000000d0';

const community = (fields: Partial<CommunityView> = {}) =>
  CommunityView.parse({
    id: crypto.randomUUID(),
    slug: 'quiet-bindery',
    name: 'Quiet Bindery',
    description: '',
    logo: null,
    cover: null,
    visibility: 'private',
    memberCount: 3,
    faces: [],
    createdAt: '2026-01-05T10:00:00.000Z',
    viewer: null,
    request: null,
    banned: false,
    tellsJoins: true,
    ...fields,
  });

const pending = {
  id: crypto.randomUUID(),
  status: 'pending' as const,
  note: 'I bind books.',
  askedAt: '2026-01-05T10:00:00.000Z',
  answeredAt: null,
  reason: null,
  askAgainAt: null,
};

test('join request: the note has a limit and is sent along', async () => {
  const outside = community();
  answer(askToJoin, { message: 'Request sent.', data: { ...outside, request: pending } });
  await draw(<AskToJoin community={outside} />, { as: SIGRID });
  await page.getByRole('button', { name: 'Request to join' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request to join Quiet Bindery' });
  const note = dialog.getByRole('textbox', { name: 'Note (optional)' });
  await note.fill('x'.repeat(251));
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect.element(dialog.getByText('A note cannot exceed 250 characters.')).toBeVisible();
  await expectAccessible();
  await note.fill('I bind books.');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ note: 'I bind books.' });
});

test.each([
  ['waits', { request: pending }, 'Request sent'],
  [
    'was declined',
    {
      request: {
        ...pending,
        status: 'rejected' as const,
        answeredAt: '2026-01-06T10:00:00.000Z',
        reason: 'Come to an open evening first.',
        askAgainAt: '2026-01-13T10:00:00.000Z',
      },
    },
    'Your request was not approved',
  ],
  ['came from a banned person', { banned: true }, 'You cannot join this community'],
])('join request: a request that %s says so', async (_, fields, title) => {
  await draw(<AskToJoin community={community(fields)} />, { as: SIGRID });
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expectAccessible();
});

test('join request: what a visitor pressed before signing in opens once they are back, and only once', async () => {
  const outside = community();
  keepIntent('ask', outside.id);
  await draw(<AskToJoin community={outside} />, { as: SIGRID });
  const dialog = page.getByRole('dialog', { name: 'Request to join Quiet Bindery' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await draw(<AskToJoin community={outside} />, { as: SIGRID });
  await expect.element(page.getByRole('button', { name: 'Request to join' }).first()).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});
