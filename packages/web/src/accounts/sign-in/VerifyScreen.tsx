import { getInstallation, signInByCode, verifyEmail } from '@folkmoot/contract/accounts/api.ts';
import { Code } from '@folkmoot/contract/accounts/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage } from '../../core/api-error.ts';
import { Form } from '../../core/form.tsx';
import { safeNext } from '../../core/paths.ts';
import { apiQuery } from '../../core/queries.ts';
import { beginSession } from '../../core/session.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { AuthHead, MailboxHint } from '../AuthForm.tsx';
import css from '../auth-form.module.css';
import { CodeInput } from './CodeInput.tsx';
import { CodeSent, Resend } from './Resend.tsx';
import { forgetSignUp } from './signing.ts';

const route = getRouteApi('/auth/verify');

/** The emailed code: to sign in with it, or to confirm a new account's address. */
export function VerifyScreen() {
  const { next, email, for: purpose = 'sign-in' } = route.useSearch();
  const { history } = useRouter();
  const navigate = useNavigate();
  const installation = useQuery(apiQuery(getInstallation, {}));
  const [otp, setOtp] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [refused, setRefused] = useState(0);
  const [problem, setProblem] = useState<string>();
  usePageTitle('Check your email');
  if (!email) return <Navigate to="/sign-in" search={{ next }} replace />;
  const type = purpose === 'confirm' ? 'email-verification' : 'sign-in';

  const submit = async (code: string) => {
    const parsed = Code.safeParse(code);
    if (!parsed.success) return setWrong(parsed.error.issues[0]?.message);
    if (busy) return;
    setBusy(true);
    setWrong(undefined);
    setProblem(undefined);
    try {
      const { twoFactorRedirect } = await call(purpose === 'confirm' ? verifyEmail : signInByCode, {
        email,
        otp: code,
      });
      if (twoFactorRedirect) return await navigate({ to: '/second-step', search: { next }, replace: true });
      forgetSignUp();
      await beginSession();
      history.replace(safeNext(next));
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.otp : undefined;
      if (field) {
        // Empty boxes, the first one focused: typed over, the old digits would be sent again after each new one.
        setOtp('');
        setRefused((times) => times + 1);
        setWrong(field);
      } else setProblem(errorMessage(error, 'Could not check the code.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <AuthHead title="Check your email">
        <CodeSent email={email} type={type} />
      </AuthHead>
      <Form
        className={css.form}
        busy={busy}
        problem={problem}
        onSubmit={(event?: FormEvent<HTMLFormElement>) => {
          event?.preventDefault();
          void submit(otp);
        }}
      >
        <CodeInput
          key={refused}
          value={otp}
          error={wrong}
          onComplete={(code) => void submit(code)}
          onChange={(code) => {
            setOtp(code);
            setWrong(undefined);
          }}
        />
        <LoadingButton type="submit" size="lg" fullWidth loading={busy} loadingLabel="Checking">
          Continue
        </LoadingButton>
      </Form>
      <Resend email={email} type={type}>
        <PlainLink to={purpose === 'confirm' ? '/sign-up' : '/sign-in'} search={{ next }} className={css.link}>
          Use a different email
        </PlainLink>
      </Resend>
      <MailboxHint url={installation.data?.mailboxUrl} />
    </>
  );
}
