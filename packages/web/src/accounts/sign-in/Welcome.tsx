import { getMe, updateProfile } from '@folkmoot/contract/accounts/api.ts';
import { ProfileFields, type ProfileView } from '@folkmoot/contract/accounts/schema.ts';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { safeNext } from '../../core/paths.ts';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { AuthHead } from '../AuthForm.tsx';
import css from '../auth-form.module.css';
import { UsernameInput } from '../UsernameInput.tsx';

/** The first screen of people who signed up with a service: the name it gave us, and the username that we made of it. */
export function Welcome({ next }: { next: string | undefined }) {
  const me = useQuery(apiQuery(getMe, {}));
  usePageTitle('Welcome');
  return (
    <>
      <AuthHead title="Welcome">Check how others will see you. You can change this later.</AuthHead>
      {me.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {me.isError && <ErrorState error={me.error} again={me.refetch} level={2} />}
      {me.data && <NameForm profile={me.data.user} next={next} />}
    </>
  );
}

function NameForm({ profile, next }: { profile: ProfileView; next: string | undefined }) {
  const { history } = useRouter();
  const form = useFields({
    schema: ProfileFields.pick({ firstName: true, lastName: true, username: true }),
    initial: { firstName: profile.firstName, lastName: profile.lastName, username: profile.username },
  });
  const submission = useSubmit(
    form,
    async (values) => {
      // The service does not say where people are.
      await call(updateProfile, { ...values, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
      await queryClient.invalidateQueries({ queryKey: apiQueryKey(getMe) });
      history.replace(safeNext(next));
    },
    'Could not save your name.',
  );
  return (
    <Form {...submission} className={css.form}>
      <div className={css.two}>
        <TextInput label="First name" autoComplete="given-name" size="lg" {...form.getInputProps('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" size="lg" {...form.getInputProps('lastName')} />
      </div>
      <UsernameInput
        own={profile.username}
        {...form.getInputProps('username')}
        value={form.values.username}
        description="Letters, digits, hyphens and underscores."
        size="lg"
      />
      <LoadingButton type="submit" size="lg" fullWidth loading={submission.busy} loadingLabel="Saving">
        Continue
      </LoadingButton>
    </Form>
  );
}
