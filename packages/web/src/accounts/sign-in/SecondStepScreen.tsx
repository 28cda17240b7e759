import { checkAppCode, checkRecoveryCode } from '@folkmoot/contract/accounts/api.ts';
import { Code, RecoveryCode, refusals } from '@folkmoot/contract/accounts/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { safeNext } from '../../core/paths.ts';
import { beginSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { AuthHead } from '../AuthForm.tsx';
import css from '../auth-form.module.css';

const route = getRouteApi('/auth/second-step');

/** The second step of signing in: the code that an app shows, or one of the recovery codes. */
export function SecondStepScreen() {
  const { next } = route.useSearch();
  const [by, setBy] = useState<'app' | 'recovery'>('app');
  usePageTitle('Second step');
  return (
    <>
      <AuthHead title="One more step">
        {by === 'app'
          ? 'Enter the six-digit code from your authenticator app.'
          : 'Enter one of your recovery codes. Each code works once.'}
      </AuthHead>
      <StepForm key={by} by={by} next={next} />
      <Button variant="subtle" fullWidth onClick={() => setBy(by === 'app' ? 'recovery' : 'app')}>
        {by === 'app' ? 'Use a recovery code instead' : 'Use your authenticator app instead'}
      </Button>
      <div className={css.hint}>
        <PlainLink to="/sign-in" search={{ next }} className={css.link}>
          Start again
        </PlainLink>
      </div>
    </>
  );
}

function StepForm({ by, next }: { by: 'app' | 'recovery'; next: string | undefined }) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const form = useFields({
    schema: z.object({ code: by === 'app' ? Code : RecoveryCode }),
    initial: { code: '' },
  });
  const submission = useSubmit(
    form,
    async ({ code }) => {
      try {
        await call(by === 'app' ? checkAppCode : checkRecoveryCode, { code });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== refusals.secondStepOver.code) throw error;
        toast.failed(error);
        return navigate({ to: '/sign-in', search: { next }, replace: true });
      }
      await beginSession();
      history.replace(safeNext(next));
    },
    'Could not check the code.',
  );
  return (
    <Form {...submission} className={css.form}>
      <TextInput
        label={by === 'app' ? 'Code from the app' : 'Recovery code'}
        inputMode={by === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoFocus
        size="lg"
        {...form.getInputProps('code')}
      />
      <LoadingButton type="submit" size="lg" fullWidth loading={submission.busy} loadingLabel="Checking">
        Continue
      </LoadingButton>
    </Form>
  );
}
