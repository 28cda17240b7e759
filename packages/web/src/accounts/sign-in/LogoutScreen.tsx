import { signOut } from '@folkmoot/contract/accounts/api.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { startLive, stopLive } from '../../core/live.ts';
import { takeLeaving } from '../../core/paths.ts';
import { queryClient } from '../../core/query-client.ts';
import { clearSession } from '../../core/session.tsx';
import { sessionState } from '../../core/token.ts';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { AuthHead } from '../AuthForm.tsx';

let ending: Promise<unknown> | undefined;

/** Nothing of this page asks for anything; what the one before has asked for is given up, and no news makes it ask again. */
async function end(): Promise<void> {
  stopLive();
  await queryClient.cancelQueries();
  try {
    await call(signOut, {});
  } catch (error) {
    startLive();
    throw error;
  }
}

/** Ends the session, here and in every tab, and clears the screen; asks first if a link led here. */
export function LogoutScreen() {
  const [state, setState] = useState<'asking' | 'ending' | 'done' | { failed: string }>(() =>
    sessionState().status === 'signedIn' ? 'asking' : 'done',
  );
  usePageTitle(state === 'asking' ? 'Sign out' : 'Signed out');

  // A link from elsewhere is not enough to sign somebody out: only sign-outs that began in this tab skip the question.
  useEffect(() => {
    if (takeLeaving()) setState((before) => (before === 'asking' ? 'ending' : before));
  }, []);

  useEffect(() => {
    if (state !== 'ending') return;
    // Shared, so that a second effect of React's strict mode does not end it twice.
    ending ??= end().finally(() => {
      ending = undefined;
    });
    ending.then(
      () => {
        clearSession(true);
        setState('done');
      },
      (error: unknown) => setState({ failed: errorMessage(error, 'Could not sign you out.') }),
    );
  }, [state]);

  if (state === 'asking') {
    return (
      <>
        <AuthHead title="Sign out?">You will have to sign in again on this device.</AuthHead>
        <Button size="lg" fullWidth onClick={() => setState('ending')}>
          Sign out
        </Button>
        <LinkButton to="/" variant="subtle" fullWidth>
          Stay signed in
        </LinkButton>
      </>
    );
  }
  if (state === 'ending') return <AuthHead title="Signing out" />;
  if (state === 'done') {
    return (
      <>
        <AuthHead title="Signed out">You are signed out on this device. See you soon.</AuthHead>
        <LinkButton to="/sign-in" size="lg" fullWidth>
          Sign in again
        </LinkButton>
        <LinkButton to="/discover" variant="subtle" fullWidth>
          Discover communities
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHead title="Still signed in" />
      <Problem>{state.failed}</Problem>
      <Button size="lg" fullWidth onClick={() => setState('ending')}>
        Try again
      </Button>
    </>
  );
}
