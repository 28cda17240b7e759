import { checkDeletionCode, sendDeletionCode } from '@folkmoot/contract/accounts/leaving-api.ts';
import {
  DeletionCode,
  DeletionReason,
  LEAVING,
  type LeavingCounts,
  type DeletionReason as Reason,
  Reason as ReasonFields,
} from '@folkmoot/contract/accounts/leaving-schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, Radio, Stack, Textarea, UnstyledButton } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage } from '../../core/api-error.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { useApiMutation } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../auth-form.module.css';
import { CodeInput } from '../sign-in/CodeInput.tsx';
import { minutesAndSeconds, useCountdown } from '../sign-in/useCountdown.ts';
import { ConfirmDeletionDialog } from './ConfirmDeletionDialog.tsx';

type Props = { userId: string; counts: LeavingCounts };
type Why = { deletionReason: Reason; ownReason: string };

/** The first dialog: why, and then the code that was emailed. */
export function DeleteAccountDialog({ userId, counts }: Props) {
  const [asked, setAsked] = useState<{ why: Why; token: string }>();
  const show = useShowDialog();
  const close = useCloseDialog();
  return asked ? (
    <CodeStep
      userId={userId}
      token={asked.token}
      onSent={(token) => setAsked({ ...asked, token })}
      onRight={(token) => {
        close();
        show(<ConfirmDeletionDialog token={token} counts={counts} {...asked.why} />);
      }}
    />
  ) : (
    <ReasonStep userId={userId} onAsked={(why, token) => setAsked({ why, token })} />
  );
}

function ReasonStep({ userId, onAsked }: { userId: string; onAsked: (why: Why, token: string) => void }) {
  const id = useId();
  const close = useCloseDialog();
  const form = useFields<Why>({
    schema: ReasonFields as never,
    initial: { deletionReason: '' as Reason, ownReason: '' },
  });
  const submission = useSubmit(
    form,
    async (why) => onAsked(why, (await call(sendDeletionCode, { userId })).data.token),
    'Could not send the code.',
  );
  return (
    <Dialog
      title="Delete your account?"
      width={480}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <LoadingButton type="submit" form={id} loading={submission.busy} loadingLabel="Sending">
            Email me a code
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id={id} className={css.form}>
        <Radio.Group label="Why are you leaving?" {...form.getInputProps('deletionReason')}>
          <Stack gap="xs" pt="xs">
            {DeletionReason.options.map((reason) => (
              <Radio key={reason} value={reason} label={reason} />
            ))}
          </Stack>
        </Radio.Group>
        {form.values.deletionReason === 'Other' && (
          <Textarea
            label="Your reason"
            description={`${lengthOf(form.values.ownReason)}/${LEAVING.ownReason}`}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autosize
            minRows={2}
            {...form.getInputProps('ownReason')}
          />
        )}
        <p>We’ll email you a six-digit code to make sure it’s really you.</p>
      </Form>
    </Dialog>
  );
}

type CodeProps = {
  userId: string;
  token: string;
  onSent: (token: string) => void;
  onRight: (token: string) => void;
};

function CodeStep({ userId, token, onSent, onRight }: CodeProps) {
  const id = useId();
  const close = useCloseDialog();
  const { left, restart } = useCountdown(LEAVING.wait);
  const [otp, setOtp] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [refused, setRefused] = useState(0);
  const [problem, setProblem] = useState<string>();
  const resend = useApiMutation(sendDeletionCode, {
    said: 'A new code is on its way.',
    failed: 'Could not send a new code.',
    onDone: ({ data }) => {
      restart();
      onSent(data.token);
    },
  });
  const submit = async (code: string) => {
    const parsed = DeletionCode.shape.otp.safeParse(code);
    if (!parsed.success) return setWrong(parsed.error.issues[0]?.message);
    if (busy) return;
    setBusy(true);
    setWrong(undefined);
    setProblem(undefined);
    try {
      onRight((await call(checkDeletionCode, { token, otp: code })).data.token);
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
    <Dialog
      title="Check your email"
      width={480}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <LoadingButton type="submit" form={id} loading={busy} loadingLabel="Checking">
            Continue
          </LoadingButton>
        </>
      }
    >
      <Form
        id={id}
        className={css.form}
        busy={busy}
        problem={problem}
        onSubmit={(event?: FormEvent<HTMLFormElement>) => {
          event?.preventDefault();
          void submit(otp);
        }}
      >
        <p>We sent you a six-digit code. Enter it to continue.</p>
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
      </Form>
      <div className={css.resend}>
        {left > 0 ? (
          <span>
            Resend in <b>{minutesAndSeconds(left)}</b>.
          </span>
        ) : (
          <UnstyledButton className={css.link} disabled={resend.isPending} onClick={() => resend.mutate({ userId })}>
            Resend
          </UnstyledButton>
        )}
      </div>
    </Dialog>
  );
}
