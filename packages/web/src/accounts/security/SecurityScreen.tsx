import { getSecurity } from '@folkmoot/contract/accounts/api.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { PasskeyList } from './PasskeyList.tsx';
import { RenewCodesDialog, TurnOffDialog, TurnOnDialog } from './TwoStepDialogs.tsx';

const ConnectedAccounts = lazyPart(() => import('./ConnectedAccounts.tsx'), 'ConnectedAccounts');
const ProviderProblem = lazyPart(() => import('../ProviderProblem.tsx'), 'ProviderProblem');

/** How somebody signs in beyond the password: two-step sign-in, passkeys and connected accounts. */
export function SecurityScreen() {
  const { result } = useSearch({ strict: false });
  const navigate = useNavigate();
  const security = useQuery(apiQuery(getSecurity, {}));
  const name = security.data?.providers.find(({ id }) => result === `${id}.connected`)?.name;
  usePageTitle('Security');
  useEffect(() => {
    if (name === undefined) return;
    toast.done(`${name} is connected.`);
    void navigate({ to: '/settings/security', replace: true });
  }, [name, navigate]);
  return (
    <div className={css.narrow}>
      {security.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {security.isError && <ErrorState error={security.error} again={security.refetch} level={2} />}
      {security.data && (
        <>
          {result && name === undefined && (
            <Suspense fallback={null}>
              <ProviderProblem result={result} providers={security.data.providers} />
            </Suspense>
          )}
          <TwoStep on={security.data.twoStep} hasPassword={security.data.hasPassword} />
          <PasskeyList passkeys={security.data.passkeys} />
          {security.data.providers.length > 0 && (
            <Suspense fallback={<SkeletonRows rows={1} />}>
              <ConnectedAccounts providers={security.data.providers} />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}

function TwoStep({ on, hasPassword }: { on: boolean; hasPassword: boolean }) {
  const show = useShowDialog();
  const changed = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(getSecurity) });
  const props = { hasPassword, onChanged: changed };
  return (
    <section className={css.section} aria-labelledby="two-step">
      <h2 id="two-step">Two-step sign-in</h2>
      <p>
        {on
          ? 'On. When you sign in, we also ask for a code from your authenticator app, unless you use a passkey.'
          : 'Off. Turn it on to also require a code from an authenticator app when you sign in.'}
      </p>
      <div className={css.end}>
        {on ? (
          <>
            <Button variant="default" onClick={() => show(<RenewCodesDialog {...props} />)}>
              New recovery codes
            </Button>
            <Button variant="default" color="madder" onClick={() => show(<TurnOffDialog {...props} />)}>
              Turn off
            </Button>
          </>
        ) : (
          <Button onClick={() => show(<TurnOnDialog {...props} />)}>Turn on two-step sign-in</Button>
        )}
      </div>
    </section>
  );
}
