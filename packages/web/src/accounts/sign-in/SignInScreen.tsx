import { getInstallation, sendCode, signIn } from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconFingerprint, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { Form, Problem, useFields, useSubmit } from '../../core/form.tsx';
import { lazyPart, loadChunk } from '../../core/lazy.ts';
import { safeNext } from '../../core/paths.ts';
import { apiQuery } from '../../core/queries.ts';
import { beginSession } from '../../core/session.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import { AuthHead, MailboxHint } from '../AuthForm.tsx';
import css from '../auth-form.module.css';
import { canUsePasskeys } from '../security/passkeys.ts';
import { usePasskey } from '../security/usePasskey.ts';
import { DemoSignIns } from './DemoSignIns.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';

const route = getRouteApi('/auth/sign-in');

const ProviderProblem = lazyPart(() => import('../ProviderProblem.tsx'), 'ProviderProblem');

const loadSchemaFile = loadChunk(() => import('./sign-in-schema.ts'));
const loadSchema = () => loadSchemaFile().then(({ schema }) => schema);

/** Signing in: by password, by an emailed code, or as one of the demo's people. */
export function SignInScreen() {
  const { next, result } = route.useSearch();
  const navigate = useNavigate();
  const { history } = useRouter();
  const installation = useQuery(apiQuery(getInstallation, {}));
  const [sending, setSending] = useState(false);
  usePageTitle('Sign in');

  const form = useFields({ schema: loadSchema, initial: { email: '', password: '' } });
  const enter = async (values: { email: string; password: string }) => {
    try {
      const { twoFactorRedirect } = await call(signIn, values);
      if (twoFactorRedirect) return navigate({ to: '/second-step', search: { next } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== refusals.unverified.code) throw error;
      return navigate({ to: '/verify', search: { next, email: values.email, for: 'confirm' } });
    }
    await beginSession();
    history.replace(safeNext(next));
  };
  const submission = useSubmit(form, enter, 'Could not sign you in.');

  const mailCode = async () => {
    if ((await form.validateField('email')).hasError) return form.getInputNode('email')?.focus();
    const { email } = form.getValues();
    setSending(true);
    try {
      await call(sendCode, { email, type: 'sign-in' });
      await navigate({ to: '/verify', search: { next, email, for: 'sign-in' } });
    } catch (error) {
      form.setFieldError('email', error instanceof Error ? error.message : null);
    } finally {
      setSending(false);
    }
  };

  // The server cannot know: it draws the button, and `public/before-paint.js` hides it where it is of no use.
  const passkeys = !useHydrated() || canUsePasskeys();
  const passkey = usePasskey(async () => {
    await beginSession();
    history.replace(safeNext(next));
  });

  const nobodyYet = installation.data?.owned === false;
  return (
    <>
      <AuthHead title={nobodyYet ? 'Welcome' : 'Welcome back'}>
        {nobodyYet
          ? 'No one has signed up yet. The first account will own this installation.'
          : 'Sign in to your communities.'}
      </AuthHead>
      {result && installation.data && (
        <Suspense fallback={null}>
          <ProviderProblem result={result} providers={installation.data.providers} />
        </Suspense>
      )}
      <ProviderButtons providers={installation.data?.providers} next={next} />
      <Form {...submission} className={css.form}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          size="lg"
          {...form.getInputProps('email')}
        />
        <div className={css.labelled}>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            size="lg"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
            {...form.getInputProps('password')}
            aria-invalid={form.errors.password !== undefined || undefined}
            aria-required
          />
          <PlainLink
            to="/forgot"
            search={{ next, email: form.values.email || undefined }}
            className={`${css.link} ${css.forgot}`}
          >
            Forgot your password?
          </PlainLink>
        </div>
        <LoadingButton type="submit" size="lg" fullWidth loading={submission.busy} loadingLabel="Signing in">
          Sign in
        </LoadingButton>
        <Button
          className={css.code}
          variant="subtle"
          fullWidth
          leftSection={<IconMail size={17} />}
          loading={sending}
          onClick={mailCode}
        >
          Email me a six-digit code instead
        </Button>
        {passkeys && (
          <Button
            data-passkey
            variant="subtle"
            fullWidth
            leftSection={<IconFingerprint size={17} />}
            loading={passkey.busy}
            onClick={passkey.enter}
          >
            Sign in with a passkey
          </Button>
        )}
        {passkey.problem && <Problem>{passkey.problem}</Problem>}
      </Form>
      {installation.data && installation.data.demo.length > 0 && (
        <DemoSignIns people={installation.data.demo} enter={enter} />
      )}
      <p className={css.hint}>
        New here?{' '}
        <PlainLink to="/sign-up" search={{ next }} className={css.link}>
          Create an account
        </PlainLink>
      </p>
      <MailboxHint url={installation.data?.mailboxUrl} />
    </>
  );
}
