import { getSecurity } from '@folkmoot/contract/accounts/api.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { PasskeyList } from './PasskeyList.tsx';
import { RenewCodesDialog, TurnOffDialog, TurnOnDialog } from './TwoStepDialogs.tsx';

/** How somebody signs in beyond the password: two-step sign-in and passkeys. */
export function SecurityScreen() {
  const security = useQuery(apiQuery(getSecurity, {}));
  usePageTitle('Security');
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
          <TwoStep on={security.data.twoStep} hasPassword={security.data.hasPassword} />
          <PasskeyList passkeys={security.data.passkeys} />
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
          ? 'On. After your password or an emailed code, we ask for a code from your authenticator app.'
          : 'Off. When it is on, signing in takes your password and a code from an app on your phone.'}
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
