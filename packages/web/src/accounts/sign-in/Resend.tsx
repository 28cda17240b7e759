import { sendCode } from '@folkmoot/contract/accounts/api.ts';
import { RESEND_WAIT } from '@folkmoot/contract/accounts/schema.ts';
import type { Input } from '@folkmoot/contract/core/endpoint.ts';
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../core/queries.ts';
import css from '../auth-form.module.css';
import { minutesAndSeconds, useCountdown } from './useCountdown.ts';

type Type = Input<typeof sendCode>['type'];
type Props = { email: string; type: Type; children?: ReactNode };

/** Where a code went, if it did: whether an address has an account is told to its owner alone. */
export function CodeSent({ email, type }: Pick<Props, 'email' | 'type'>) {
  return type === 'email-verification' ? (
    <>
      We sent an email to <b>{email}</b>. Unless the address already has an account, it has a six-digit code.
    </>
  ) : (
    <>
      If <b>{email}</b> has an account, a six-digit code is on its way.
    </>
  );
}

/** Sends the code again, a minute after the last one. */
export function Resend({ email, type, children }: Props) {
  const { left, restart } = useCountdown(RESEND_WAIT);
  const send = useApiMutation(sendCode, {
    said:
      type === 'email-verification'
        ? `Unless ${email} already has an account, a new code is on its way.`
        : `If ${email} has an account, a new code is on its way.`,
    failed: 'Could not send a new code.',
    onDone: restart,
  });
  return (
    <div className={css.resend}>
      {left > 0 ? (
        <span>
          Resend in <b>{minutesAndSeconds(left)}</b>.
        </span>
      ) : (
        <UnstyledButton className={css.link} disabled={send.isPending} onClick={() => send.mutate({ email, type })}>
          Resend
        </UnstyledButton>
      )}
      {children}
    </div>
  );
}
