import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { contactHosts } from '@folkmoot/contract/events/hosts-api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { Hosts } from './Hosts.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';

const hosts = [
  {
    id: '0190a3b4-0000-7000-8000-00000000000c',
    firstName: 'Hedda',
    lastName: 'Okafor',
    username: 'hedda',
    imageUrl: null,
    participationId: '0190a3b4-0000-7000-8000-00000000000d',
    role: 'host' as const,
    isCreator: true,
  },
];
const contact = page.getByRole('button', { name: 'Contact the hosts' });
const dialog = page.getByRole('dialog', { name: 'Contact the hosts' });

test('hosts: a message names the address that the hosts can reply to, needs words, and survives a refusal', async () => {
  const user = { id: BEA, firstName: 'Bea', lastName: 'Moss', username: 'bea', email: 'bea@post.example' };
  const rest = {
    profile_photo: null,
    timeZone: 'Europe/London',
    joinedAt: '2026-01-05T10:00:00.000Z',
    conversation: null,
  };
  answer(getMe, { user: { ...user, ...rest }, sessionId: crypto.randomUUID(), isInstallationOwner: false });
  await draw(<Hosts event={eventView({ hosts })} token="secret" />, { as: BEA });
  await contact.click();
  await expect.element(dialog.getByText('bea@post.example')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect.element(dialog.getByText('Write a message.')).toBeVisible();
  await expectAccessible();
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await message.fill('Is there a ramp?');
  await expect.element(dialog.getByText('16/1000')).toBeVisible();
  refuse(contactHosts, { statusCode: 429, message: 'You can send 5 messages an hour. Please try again later.' });
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect.element(dialog.getByText('You can send 5 messages an hour. Please try again later.')).toBeVisible();
  await expect.element(message).toHaveValue('Is there a ramp?');
  answer(contactHosts, { message: 'Message sent.' });
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect.element(page.getByText('Message sent.')).toBeVisible();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(calls.findLast(({ method }) => method === 'POST')).toMatchObject({
    path: expect.stringMatching(/\/contact$/),
    body: { message: 'Is there a ramp?' },
  });
});

test('hosts: visitors sign in first and come back to the dialog', async () => {
  await draw(<Hosts event={eventView({ hosts })} token={undefined} />);
  await expect
    .element(page.getByRole('link', { name: 'Sign in to contact the hosts' }))
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent('/kiln-opening#contact')));
});

test('hosts: a guest without an account writes by the link of their email', async () => {
  answer(contactHosts, { message: 'Message sent.' });
  const viewer = { participationId: '0190a3b4-0000-7000-8000-0000000000aa', role: 'guest', status: 'going' } as const;
  await draw(<Hosts event={eventView({ hosts, viewer })} token="emailed" />, { path: '/kiln-opening#contact' });
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Is there a ramp?');
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect.element(page.getByText('Message sent.')).toBeVisible();
  expect(page.getByRole('link', { name: 'Sign in to contact the hosts' }).elements()).toEqual([]);
});

test.each([
  ['a host', eventView({ hosts, viewer: { manages: true } })],
  ['anybody, while it is a draft,', eventView({ hosts, status: 'draft' })],
])('hosts: %s writes to nobody', async (_, event) => {
  await draw(<Hosts event={event} token={undefined} />, { as: BEA });
  await expect.element(page.getByText('Hedda Okafor')).toBeVisible();
  expect(contact.elements()).toEqual([]);
});
