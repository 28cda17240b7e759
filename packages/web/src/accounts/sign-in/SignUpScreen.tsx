import { getInstallation, signUp } from '@folkmoot/contract/accounts/api.ts';
import { SignUp } from '@folkmoot/contract/accounts/schema.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useSession } from '../../core/session.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { AuthHead, MailboxHint } from '../AuthForm.tsx';
import css from '../auth-form.module.css';
import { PasswordStrength } from '../PasswordStrength.tsx';
import { UsernameInput } from '../UsernameInput.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { keepSignUp, keptSignUp } from './signing.ts';

const Welcome = lazyPart(() => import('./Welcome.tsx'), 'Welcome');

const route = getRouteApi('/auth/sign-up');

/** A new account; people who have one already come from a sign-in service, and look at what it called them. */
export function SignUpScreen() {
  const { next, result } = route.useSearch();
  const { status } = useSession();
  if (!result?.endsWith('new') || status !== 'signedIn') return <SignUpForm next={next} />;
  return (
    <Suspense fallback={null}>
      <Welcome next={next} />
    </Suspense>
  );
}

/** The form for a new account; the address is then confirmed by a code. */
export function SignUpForm({ next }: { next: string | undefined }) {
  const navigate = useNavigate();
  const installation = useQuery(apiQuery(getInstallation, {}));
  usePageTitle('Create an account');

  const form = useFields({
    schema: SignUp,
    initial: keptSignUp() ?? {
      firstName: '',
      lastName: '',
      email: '',
      username: '',
      password: '',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });
  const submission = useSubmit(
    form,
    async (values) => {
      await call(signUp, values);
      keepSignUp(values);
      await navigate({ to: '/verify', search: { next, email: values.email.trim(), for: 'confirm' } });
    },
    'Could not create the account.',
  );

  return (
    <>
      <AuthHead title="Create an account">
        {installation.data?.owned === false
          ? 'You are the first person here, so this installation will be yours.'
          : undefined}
      </AuthHead>
      <ProviderButtons providers={installation.data?.providers} next={next} />
      <Form {...submission} className={css.form}>
        <div className={css.two}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            size="lg"
            aria-required
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            size="lg"
            aria-required
            {...form.getInputProps('lastName')}
          />
        </div>
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          size="lg"
          aria-required
          {...form.getInputProps('email')}
        />
        <UsernameInput
          aria-required
          {...form.getInputProps('username')}
          value={form.values.username}
          description="Letters, digits, hyphens and underscores. You can change it later."
          size="lg"
        />
        <PasswordInput
          label="Password"
          placeholder="At least 10 characters"
          autoComplete="new-password"
          size="lg"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          {...form.getInputProps('password')}
          aria-invalid={form.errors.password !== undefined || undefined}
          aria-required
        />
        <PasswordStrength
          password={form.values.password}
          known={[
            form.values.firstName,
            form.values.lastName,
            form.values.username,
            form.values.email.split('@')[0] ?? '',
          ]}
        />
        <LoadingButton type="submit" size="lg" fullWidth loading={submission.busy} loadingLabel="Creating">
          Create account
        </LoadingButton>
      </Form>
      <p className={css.hint}>
        Already have an account?{' '}
        <PlainLink to="/sign-in" search={{ next }} className={css.link}>
          Sign in
        </PlainLink>
      </p>
      <MailboxHint url={installation.data?.mailboxUrl} />
    </>
  );
}
