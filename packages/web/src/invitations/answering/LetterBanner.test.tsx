import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { forMyself } from '@folkmoot/contract/events/access-rules.ts';
import { getLetterInvitation } from '@folkmoot/contract/invitations/api.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { LetterBanner } from './LetterBanner.tsx';

const BY = { id: crypto.randomUUID(), firstName: 'Hedda', lastName: 'Host', username: 'hedda', imageUrl: null };
const letter = (change: object = {}) =>
  answer(getLetterInvitation, {
    data: {
      by: BY,
      sentTo: 'n•••@post.example',
      role: 'guest',
      isYours: false,
      isUsed: false,
      isDeclined: false,
      ...change,
    },
  } as never);

/** The banner, and what the page beside it offers. */
function Banner({ token, asks = false }: { token: string; asks?: boolean }) {
  const [{ isClear, invited }, setClear] = useState({ isClear: !asks, invited: false });
  return (
    <>
      <LetterBanner
        event={eventView({})}
        token={token}
        isClear={isClear}
        invited={invited}
        onClear={(isClear, invited) => setClear({ isClear, invited })}
      />
      <p>
        {isClear ? `The page offers to register${invited ? ' as an invited person' : ''}` : 'The page offers nothing'}
      </p>
    </>
  );
}

test('invitation by link: a visitor reads who invited whom, and how to answer', async () => {
  letter();
  await draw(<Banner token="t" />);
  await expect
    .element(page.getByRole('region', { name: 'Invitation' }))
    .toMatchTextContent(/Hedda Host invited n•••@post\.example to come to this event\. ?Register to accept/);
  await expectAccessible();
});

test('invitation by link: a visitor who has declined reads that they may still come', async () => {
  letter({ isDeclined: true });
  await draw(<Banner token="t" />);
  await expect.element(page.getByText('You have said that you can’t come. You can still register.')).toBeVisible();
});

test('invitation by link: a visitor who is asked to host is offered to sign in', async () => {
  letter({ role: 'host' });
  await draw(<Banner token="t" />);
  await expect.element(page.getByText(/to host this event/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', '/sign-in?next=%2Fkiln-opening');
});

const asKofi = async (change: object = {}, token = 't', path?: string) => {
  letter(change);
  const id = crypto.randomUUID();
  const user = { ...{ id, firstName: 'Kofi', lastName: 'Mensah', username: 'kofi', email: 'k@post.example' } };
  const profile = {
    profile_photo: null,
    timeZone: 'Europe/London',
    joinedAt: '2026-01-05T10:00:00.000Z',
    conversation: null,
  };
  answer(getMe, { user: { ...user, ...profile }, sessionId: crypto.randomUUID(), isInstallationOwner: false });
  return draw(<Banner token={token} asks />, { as: id, ...(path !== undefined && { path }) });
};

test('invitation by link: somebody who is signed in with another account sees both, and chooses', async () => {
  const { router } = await asKofi();
  await expect.element(page.getByText(/You are signed in as Kofi Mensah \(k@post\.example\)\./)).toBeVisible();
  await expect.element(page.getByText('The page offers nothing')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Continue as n•••@post.example' }).click();
  await expect.element(page.getByText(/you answer for n•••@post\.example, not for your own account\./)).toBeVisible();
  await expect.element(page.getByText('The page offers to register')).toBeVisible();
  await page.getByRole('link', { name: 'Use k@post.example' }).click();
  await expect.poll(() => router.state.location.href).toBe('/kiln-opening?token=me%7Et');
});

test('invitation by link: who uses it for themselves reads that hosts will see it, and can go back', async () => {
  const { router } = await asKofi({}, forMyself('t'));
  await expect.element(page.getByText(/the hosts will see that you did/)).toBeVisible();
  await expect.element(page.getByText('The page offers to register as an invited person')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Answer as n•••@post.example instead' }).click();
  await expect.poll(() => router.state.location.href).toBe('/kiln-opening?token=t');
});

test('invitation by link: a role is for the invited address alone, so another account is offered to sign out', async () => {
  await asKofi({ role: 'featured_guest' });
  await expect.element(page.getByText(/Only n•••@post\.example can accept this invitation\./)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/logout');
  await expect.element(page.getByText('The page offers nothing')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Continue as/ })).not.toBeInTheDocument();
  await expectAccessible();
});

test('invitation by link: one that was used says so, and lets people go on without it', async () => {
  sessionStorage.setItem('folkmoot.pass.link.kiln-opening', 't');
  const { router } = await asKofi({ isUsed: true }, 't', '/kiln-opening?token=t');
  await expect.element(page.getByText('This invitation has already been used.')).toBeVisible();
  await expect.element(page.getByText('The page offers nothing')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Go on without it' }).click();
  await expect.poll(() => router.state.location.href).toBe('/kiln-opening');
  expect(sessionStorage.getItem('folkmoot.pass.link.kiln-opening')).toBeNull();
});

test('invitation by link: your own says nothing, since its answers are shown elsewhere', async () => {
  letter({ isYours: true });
  await draw(
    <>
      <Banner token="t" />
      <p>the page</p>
    </>,
  );
  await expect.element(page.getByText('the page')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Invitation' })).not.toBeInTheDocument();
});
