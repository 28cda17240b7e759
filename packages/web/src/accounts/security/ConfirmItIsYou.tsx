import { confirmItIsMe, getSecurity, sendProofCode } from '@folkmoot/contract/accounts/api.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { Form, Problem, useFields, useSubmit } from '../../core/form.tsx';
import { apiQuery } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { refreshAccess } from '../../core/token.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../auth-form.module.css';
import { canUsePasskeys } from './passkeys.ts';
import { usePasskey } from './usePasskey.ts';

type Way = 'password' | 'app' | 'mail';

const WAYS: Record<Way, { label: string; other: string }> = {
  password: { label: 'Your password', other: 'Use your password' },
  app: { label: 'Code from the app', other: 'Use your authenticator app' },
  mail: { label: 'Code from the email', other: 'Email me a code' },
};

/** Asks for a factor before something final; then the call that needed it continues. Closing it refuses the call. */
export function ConfirmItIsYou({ settle }: { settle: (confirmed: boolean) => void }) {
  const security = useQuery({ ...apiQuery(getSecurity, {}), staleTime: 0 });
  const close = useCloseDialog();
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      // Strict mode removes effects and runs them again at once: only an effect that stays removed means closed.
      queueMicrotask(() => shown.current || settle(false));
    };
  }, [settle]);
  const done = () => {
    settle(true);
    close();
  };
  const ways: Way[] = [
    ...(security.data?.hasPassword ? (['password'] as const) : []),
    ...(security.data?.twoStep ? (['app'] as const) : []),
    'mail',
  ];
  return (
    <Dialog title="Confirm it’s you" width={440}>
      {security.isError && <ErrorState error={security.error} again={security.refetch} level={3} />}
      {security.data && <Ways ways={ways} passkeys={security.data.passkeys.length > 0} onDone={done} />}
    </Dialog>
  );
}

function Ways({ ways, passkeys, onDone }: { ways: Way[]; passkeys: boolean; onDone: () => void }) {
  const [way, setWay] = useState<Way>(ways[0] ?? 'mail');
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const passkey = usePasskey(async () => {
    // A new session has replaced the previous one.
    await refreshAccess();
    onDone();
  });
  const choose = (chosen: Way) => {
    setProblem(undefined);
    setWay(chosen);
    if (chosen !== 'mail') return;
    call(sendProofCode, {}).then(
      () => {
        if (sent) toast.done('We have sent you a new code.');
        setSent(true);
      },
      (error: unknown) => setProblem(errorMessage(error, 'Could not send a code.')),
    );
  };
  const failed = problem ?? passkey.problem;
  return (
    <div className={css.form}>
      <p>This keeps your account safe. We won’t ask again for ten minutes.</p>
      {failed && <Problem>{failed}</Problem>}
      {way === 'mail' && !sent ? (
        <Button onClick={() => choose('mail')}>Email me a code</Button>
      ) : (
        <ProofForm key={way} way={way} onDone={onDone} />
      )}
      {way === 'mail' && sent && (
        <Button variant="subtle" onClick={() => choose('mail')}>
          Send a new code
        </Button>
      )}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="subtle" onClick={() => choose(other)}>
            {WAYS[other].other}
          </Button>
        ))}
      {passkeys && canUsePasskeys() && (
        <Button variant="subtle" loading={passkey.busy} onClick={passkey.enter}>
          Use a passkey
        </Button>
      )}
    </div>
  );
}

function ProofForm({ way, onDone }: { way: Way; onDone: () => void }) {
  const id = useId();
  const field = way === 'password' ? 'password' : 'code';
  const form = useFields({
    schema: z.object({ password: z.string(), code: z.string() }),
    initial: { password: '', code: '' },
  });
  const submission = useSubmit(
    form,
    async ({ password, code }) => {
      await call(confirmItIsMe, way === 'password' ? { by: 'password', password } : { by: way, code: code.trim() });
      onDone();
    },
    'Could not confirm that it’s you.',
  );
  const Input = way === 'password' ? PasswordInput : TextInput;
  return (
    <Form {...submission} className={css.form} id={id}>
      <Input
        label={WAYS[way].label}
        data-autofocus
        autoFocus
        autoComplete={way === 'password' ? 'current-password' : 'one-time-code'}
        {...(way === 'password' ? {} : { inputMode: 'numeric' as const })}
        {...form.getInputProps(field)}
      />
      <LoadingButton type="submit" loading={submission.busy} loadingLabel="Checking">
        Confirm
      </LoadingButton>
    </Form>
  );
}
