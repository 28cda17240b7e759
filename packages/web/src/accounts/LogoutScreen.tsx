import { signOut } from '@folkmoot/contract/accounts/api.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../core/call.ts';
import { Problem } from '../core/form.tsx';
import { sentenceOf } from '../core/problem.ts';
import { clearSession } from '../core/session.tsx';
import { sessionState } from '../core/token.ts';
import { LinkButton } from '../ui/links.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { AuthHead } from './AuthForm.tsx';

let ending: Promise<unknown> | undefined;

/** Ends the session, here and in every tab, and forgets what was shown. */
export function LogoutScreen() {
  const [state, setState] = useState<'ending' | 'done' | { failed: string }>(() =>
    sessionState().status === 'signedIn' ? 'ending' : 'done',
  );
  usePageTitle('Signed out');

  useEffect(() => {
    if (state !== 'ending') return;
    // Shared, so that a second effect of React's strict mode does not end it twice.
    ending ??= call(signOut, {}).finally(() => {
      ending = undefined;
    });
    ending.then(
      () => {
        clearSession(true);
        setState('done');
      },
      (error: unknown) => setState({ failed: sentenceOf(error, 'Could not sign you out.') }),
    );
  }, [state]);

  if (state === 'ending') return <AuthHead title="Signing out" />;
  if (state === 'done') {
    return (
      <>
        <AuthHead title="Signed out">Your session on this device is over. Until next time.</AuthHead>
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
