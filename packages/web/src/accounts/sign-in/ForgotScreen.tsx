import { getInstallation, resetPassword, sendCode, signIn } from '@folkmoot/contract/accounts/api.ts';
import { PasswordReset, SignIn } from '@folkmoot/contract/accounts/schema.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { safeNext } from '../../core/paths.ts';
import { apiQuery } from '../../core/queries.ts';
import { beginSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { AuthHead, MailboxHint } from '../AuthForm.tsx';
import css from '../auth-form.module.css';
import { PasswordStrength } from '../PasswordStrength.tsx';
import { CodeInput } from './CodeInput.tsx';
import { CodeSent, Resend } from './Resend.tsx';

const route = getRouteApi('/auth/forgot');

/** A forgotten password: a code to the address, then a new one. */
export function ForgotScreen() {
  const { next, email } = route.useSearch();
  const [sentTo, setSentTo] = useState<string>();
  const installation = useQuery(apiQuery(getInstallation, {}));
  usePageTitle('Reset your password');
  return (
    <>
      {sentTo === undefined ? (
        <AskForCode email={email ?? ''} onSent={setSentTo} />
      ) : (
        <ChoosePassword email={sentTo} next={next} />
      )}
      <div className={css.hint}>
        <PlainLink to="/sign-in" search={{ next }} className={css.link}>
          Back to sign in
        </PlainLink>
      </div>
      <MailboxHint url={installation.data?.mailboxUrl} />
    </>
  );
}

function AskForCode({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const form = useFields({ schema: SignIn.pick({ email: true }), initial: { email } });
  const submission = useSubmit(
    form,
    async (values) => {
      await call(sendCode, { ...values, type: 'forget-password' });
      onSent(values.email.trim());
    },
    'Could not send a code.',
  );
  return (
    <>
      <AuthHead title="Reset your password">
        Enter the address of your account. We’ll email it a six-digit code, and you can choose a new password.
      </AuthHead>
      <Form {...submission} className={css.form}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          size="lg"
          {...form.getInputProps('email')}
        />
        <LoadingButton type="submit" size="lg" fullWidth loading={submission.busy} loadingLabel="Sending">
          Email me a code
        </LoadingButton>
      </Form>
    </>
  );
}

/** The code, and the new password. Where only signing in with it fails, the person signs in by themselves. */
export function ChoosePassword({ email, next }: { email: string; next: string | undefined }) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const form = useFields({
    schema: PasswordReset.pick({ otp: true, password: true }),
    initial: { otp: '', password: '' },
  });
  const submission = useSubmit(
    form,
    async (values) => {
      await call(resetPassword, { ...values, email });
      toast.done('Your password has been changed.');
      try {
        const { twoFactorRedirect } = await call(signIn, { email, password: values.password });
        if (twoFactorRedirect) return navigate({ to: '/second-step', search: { next }, replace: true });
        await beginSession();
      } catch {
        return navigate({ to: '/sign-in', search: { next }, replace: true });
      }
      history.replace(safeNext(next));
    },
    'Could not change the password.',
  );
  return (
    <>
      <AuthHead title="Check your email">
        <CodeSent email={email} type="forget-password" />
      </AuthHead>
      <Form {...submission} className={css.form}>
        <CodeInput
          value={form.values.otp}
          onChange={(code) => form.setFieldValue('otp', code)}
          error={typeof form.errors.otp === 'string' ? form.errors.otp : undefined}
        />
        <PasswordInput
          label="New password"
          placeholder="At least 10 characters"
          autoComplete="new-password"
          size="lg"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          {...form.getInputProps('password')}
          aria-invalid={form.errors.password !== undefined || undefined}
          aria-required
        />
        <PasswordStrength password={form.values.password} known={[email.split('@')[0] ?? '']} />
        <LoadingButton type="submit" size="lg" fullWidth loading={submission.busy} loadingLabel="Saving">
          Change password and sign in
        </LoadingButton>
      </Form>
      <Resend email={email} type="forget-password" />
    </>
  );
}
