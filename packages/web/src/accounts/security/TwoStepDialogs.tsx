import { beginTwoStep, checkAppCode, endTwoStep, renewRecoveryCodes } from '@folkmoot/contract/accounts/api.ts';
import { Code } from '@folkmoot/contract/accounts/schema.ts';
import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { refreshAccess } from '../../core/token.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type LeaveWords, useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { QrCode } from '../../ui/identity/QrCode.tsx';
import { useCopyToClipboard } from '../../ui/sharing/useCopyToClipboard.ts';
import { useMedia } from '../../ui/useMedia.ts';
import css from '../auth-form.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = { hasPassword: boolean; onChanged: () => void };

const UNFINISHED: LeaveWords = {
  title: 'Stop setting up two-step sign-in?',
  body: 'It isn’t on yet, and the entry in your authenticator app won’t work. You can start over at any time.',
  stay: 'Keep going',
  leave: 'Stop',
};

/** Turns two-step sign-in on: the password, the app's secret, a first code, and the recovery codes. */
export function TurnOnDialog({ hasPassword, onChanged }: Props) {
  const close = useCloseDialog();
  const [made, setMade] = useState<{ totpURI: string; backupCodes: string[] }>();
  const [on, setOn] = useState(false);
  return (
    <Dialog title={on ? 'Save your recovery codes' : 'Turn on two-step sign-in'}>
      {!made && (
        <PasswordForm
          hasPassword={hasPassword}
          verb="Continue"
          saying="Checking"
          failed="Could not start the setup."
          act={async (password) => setMade(await call(beginTwoStep, password))}
        />
      )}
      {made && !on && (
        <FirstCode
          uri={made.totpURI}
          onDone={async () => {
            // The library has replaced the session with a new one.
            await refreshAccess();
            setOn(true);
            onChanged();
          }}
        />
      )}
      {made && on && <RecoveryCodes codes={made.backupCodes} onDone={close} />}
    </Dialog>
  );
}

function FirstCode({ uri, onDone }: { uri: string; onDone: () => Promise<void> }) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const { copied, copy } = useCopyToClipboard(2000);
  // A phone cannot scan its own screen: its authenticator app opens such links.
  const touch = useMedia('touch');
  const form = useFields({ schema: z.object({ code: Code }), initial: { code: '' } });
  const submission = useSubmit(
    form,
    async ({ code }) => {
      await call(checkAppCode, { code });
      await onDone();
    },
    'Could not check the code.',
  );
  useUnsaved(true, UNFINISHED);
  return (
    <Form {...submission} className={css.form}>
      {touch && (
        <Button component="a" href={uri} target="_blank" rel="noreferrer" variant="default">
          Open in your authenticator app
        </Button>
      )}
      <p>
        Scan this with an authenticator app, or type in the setup key. Then enter the six-digit code that the app shows.
      </p>
      <QrCode text={uri} label="The setup key for your authenticator app, as a QR code" />
      <Textarea label="Setup key" readOnly rows={2} value={secret} onFocus={(event) => event.currentTarget.select()} />
      <Button variant="default" onClick={() => void copy(secret)}>
        <span aria-live="polite">{copied ? 'Copied' : 'Copy setup key'}</span>
      </Button>
      <TextInput
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
      />
      <LoadingButton type="submit" loading={submission.busy} loadingLabel="Checking">
        Turn on
      </LoadingButton>
    </Form>
  );
}

/** Creates new recovery codes. */
export function RenewCodesDialog({ hasPassword }: Props) {
  const close = useCloseDialog();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Dialog title="New recovery codes">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <PasswordForm
          hasPassword={hasPassword}
          verb="Create new codes"
          saying="Creating"
          failed="Could not create new codes."
          act={async (password) => setCodes((await call(renewRecoveryCodes, password)).backupCodes)}
        >
          <p>Your current codes will stop working.</p>
        </PasswordForm>
      )}
    </Dialog>
  );
}

/** Turns two-step sign-in off. */
export function TurnOffDialog({ hasPassword, onChanged }: Props) {
  const close = useCloseDialog();
  return (
    <Dialog title="Turn off two-step sign-in?" width={440}>
      <PasswordForm
        hasPassword={hasPassword}
        verb="Turn off"
        saying="Turning off"
        failed="Could not turn it off."
        act={async (password) => {
          await call(endTwoStep, password);
          await refreshAccess();
          onChanged();
          toast.done('Two-step sign-in is off.');
          close();
        }}
      >
        <p>After that, your password or an emailed code is enough to sign in.</p>
      </PasswordForm>
    </Dialog>
  );
}

type PasswordFormProps = {
  hasPassword: boolean;
  verb: string;
  saying: string;
  failed: string;
  act: (password: { password?: string }) => Promise<void>;
  children?: ReactNode;
};

/** Asks for the password, if there is one, and passes it on. */
function PasswordForm({ hasPassword, verb, saying, failed, act, children }: PasswordFormProps) {
  const close = useCloseDialog();
  const form = useFields({ schema: z.object({ password: z.string() }), initial: { password: '' } });
  const submission = useSubmit(form, ({ password }) => act(hasPassword ? { password } : {}), failed);
  return (
    <Form {...submission} className={css.form}>
      {children}
      {hasPassword && (
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          {...form.getInputProps('password')}
          aria-invalid={form.errors.password !== undefined || undefined}
          aria-required
        />
      )}
      <LoadingButton type="submit" loading={submission.busy} loadingLabel={saying}>
        {verb}
      </LoadingButton>
      <Button variant="subtle" onClick={close}>
        Cancel
      </Button>
    </Form>
  );
}
