import { changePassword, endAllSessions, endSession, listSessions } from '@folkmoot/contract/accounts/api.ts';
import { PasswordChange, type SessionView } from '@folkmoot/contract/accounts/schema.ts';
import { Button, PasswordInput } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useMe } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { refreshAccess } from '../../core/token.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { fullDate, timeAgo } from '../../ui/format-date.ts';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { endSessionBy } from '../leaving/end-session.ts';
import { PasswordStrength } from '../PasswordStrength.tsx';

/** Where you are signed in, and your password. */
export function SessionsScreen() {
  const sessions = useQuery(apiQuery(listSessions, {}));
  const confirm = useConfirm();
  const { history } = useRouter();
  usePageTitle('Sessions and password');
  return (
    <div className={css.narrow}>
      <section className={css.section} aria-labelledby="where">
        <h2 id="where">Where you are signed in</h2>
        {sessions.isPending && (
          <LoadingFallback>
            <SkeletonRows rows={3} />
          </LoadingFallback>
        )}
        {sessions.isError && <ErrorState error={sessions.error} again={sessions.refetch} level={3} />}
        {sessions.data && (
          <ul className={css.card}>
            {sessions.data.data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
        <div className={css.end}>
          <Button
            variant="default"
            color="madder"
            onClick={() =>
              confirm({
                title: 'Sign out everywhere?',
                body: 'Every device will have to sign in again, including this one.',
                verb: 'Sign out everywhere',
                busyVerb: 'Signing out',
                danger: true,
                run: async () => {
                  await endSessionBy(() => call(endAllSessions, {})).catch((error: unknown) => {
                    toast.failed(error);
                    throw error;
                  });
                  history.replace('/sign-in', {}, { ignoreBlocker: true });
                },
              })
            }
          >
            Sign out everywhere
          </Button>
        </div>
      </section>
      <ChangePassword />
    </div>
  );
}

function SessionRow({ session }: { session: SessionView }) {
  const end = useApiMutation(endSession, {
    failed: 'Could not sign out that session.',
    onDone: () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listSessions) }),
  });
  const Icon = /iphone|android|mobile|phone/i.test(session.device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={css.row}>
      <Icon size={22} aria-hidden />
      <div className={css.grow}>
        <b>{session.device}</b>
        <small>
          Last used{' '}
          <time dateTime={session.lastUsedAt} title={fullDate(session.lastUsedAt)}>
            {timeAgo(session.lastUsedAt)}
          </time>
          {session.address ? `, from ${session.address}` : ''}
        </small>
      </div>
      {session.current ? (
        <span className={css.pill} data-tone="ok">
          This device
        </span>
      ) : (
        <LoadingButton
          variant="default"
          size="xs"
          loading={end.isPending}
          loadingLabel="Signing out"
          aria-label={`Sign out ${session.device}`}
          onClick={() => end.mutate({ sessionId: session.id })}
        >
          Sign out
        </LoadingButton>
      )}
    </li>
  );
}

function ChangePassword() {
  const me = useMe()?.user;
  const form = useFields({
    schema: PasswordChange.pick({ currentPassword: true, newPassword: true }),
    initial: { currentPassword: '', newPassword: '' },
  });
  const submission = useSubmit(
    form,
    async (values) => {
      await call(changePassword, { ...values, revokeOtherSessions: true });
      // The library makes a new session with the new password; the old token's session is gone. What fails here is asked for by the next call.
      await refreshAccess().catch(() => undefined);
      form.reset();
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listSessions) });
      toast.done('Your password has been changed. Other devices will have to sign in again.');
    },
    'Could not change the password.',
  );
  useUnsaved(form.isDirty() && !submission.busy);
  return (
    <section className={css.section} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <Form {...submission} className={css.form}>
        <input type="text" hidden readOnly autoComplete="username" value={me?.email ?? ''} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          {...form.getInputProps('currentPassword')}
          aria-invalid={form.errors.currentPassword !== undefined || undefined}
          aria-required
        />
        <PasswordInput
          label="New password"
          placeholder="At least 10 characters"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          {...form.getInputProps('newPassword')}
          aria-invalid={form.errors.newPassword !== undefined || undefined}
          aria-required
        />
        <PasswordStrength
          password={form.values.newPassword}
          known={me ? [me.firstName, me.lastName, me.username] : []}
        />
        <div className={css.end}>
          <LoadingButton type="submit" size="md" loading={submission.busy} loadingLabel="Changing">
            Change password
          </LoadingButton>
        </div>
      </Form>
    </section>
  );
}
