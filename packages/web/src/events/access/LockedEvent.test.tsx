import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { checkAccess, openWithPasscode, requestAccess } from '@folkmoot/contract/events/api.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { LockedEvent } from './LockedEvent.tsx';

const KOFI = '0190a3b4-0000-7000-8000-00000000000f';
const EVENT = '0190a3b4-0000-7000-8000-000000000001';
const WRONG = 'That passcode is not correct.';

const heading = page.getByRole('heading', { level: 1, name: 'This event is private' });
const onOpened = vi.fn();

async function drawLocked(as?: string, linked = false): Promise<Awaited<ReturnType<typeof draw>>> {
  const drawn = await draw(
    <LockedEvent eventId={EVENT} alias="quiet-kiln" linked={linked} onOpened={onOpened} />,
    as === undefined ? {} : { as },
  );
  await expect.element(heading).toBeVisible();
  return drawn;
}

function knowKofi(): void {
  answer(getMe, {
    user: {
      id: KOFI,
      firstName: 'Kofi',
      lastName: 'Mensah',
      username: 'kofi',
      profile_photo: null,
      timeZone: 'Europe/London',
      joinedAt: '2026-01-05T10:00:00.000Z',
      conversation: null,
    },
    sessionId: crypto.randomUUID(),
    isInstallationOwner: false,
  });
}

test('private event: somebody whose link gives no access any more is told so', async () => {
  await drawLocked(undefined, true);
  await expect.element(page.getByText(/^The link that led you here no longer works/)).toBeVisible();
  await expectAccessible();
});

test('private event: an empty and a wrong passcode are refused at the field, and the right one opens the event', async () => {
  await drawLocked();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('Enter the passcode.')).toBeVisible();
  refuse(openWithPasscode, { statusCode: 403, message: WRONG, fields: { passcode: WRONG } });
  const passcode = page.getByRole('textbox', { name: 'Passcode' });
  await passcode.fill('mud');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText(WRONG)).toBeVisible();
  const colourOf = (text: string) => getComputedStyle(page.getByText(text).element()).color;
  expect(colourOf(WRONG)).not.toBe(colourOf('Only people the hosts let in can see it.'));
  await expectAccessible();
  answer(openWithPasscode, { message: 'Open.', data: { token: 'pass' } });
  await passcode.fill('clay and fire');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => onOpened.mock.calls).toEqual([['pass']]);
});

test('private event: a request for access is sent once', async () => {
  knowKofi();
  answer(checkAccess, { data: { status: 'none' } });
  answer(requestAccess, { status: 'success', message: 'Request sent. We’ll email you when a host answers.' });
  await drawLocked(KOFI);
  const ask = page.getByRole('button', { name: 'Request access' });
  await expect.element(ask).toBeVisible();
  refuse(checkAccess, { statusCode: 403, message: 'You have already asked.' });
  await ask.click();
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent('Request sent. We’ll email you when a host answers.');
  // It is not a mistake in the passcode.
  expect(page.getByText('Enter the passcode.').elements()).toEqual([]);
  await expect.poll(() => ask.elements()).toEqual([]);
  await expectAccessible();
});

test('private event: a visitor is told why they sign in', async () => {
  await drawLocked();
  const signIn = page.getByRole('link', { name: 'Sign in to request access' });
  await expect.element(signIn).toHaveAttribute('href', '/sign-in?next=%2Fquiet-kiln');
  await expectAccessible();
});

test('private event: a request that was pressed before signing in is sent afterwards', async () => {
  const { unmount } = await drawLocked();
  await page.getByRole('link', { name: 'Sign in to request access' }).click();
  await unmount();
  knowKofi();
  answer(checkAccess, { data: { status: 'none' } });
  answer(requestAccess, { status: 'success', message: 'Request sent. We’ll email you when a host answers.' });
  await drawLocked(KOFI);
  await expect
    .poll(() => calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/request-access')).length)
    .toBe(1);
});

test('private event: a declined request is shown as declined', async () => {
  knowKofi();
  answer(checkAccess, { data: { status: 'refused' } });
  await drawLocked(KOFI);
  await expect.element(page.getByText('The hosts have declined your request.')).toBeVisible();
});
