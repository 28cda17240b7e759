import { RESEND_WAIT } from '@folkmoot/contract/accounts/schema.ts';
import { Button } from '@mantine/core';
import { CodeInput } from '../../accounts/sign-in/CodeInput.tsx';
import { minutesAndSeconds, useCountdown } from '../../accounts/sign-in/useCountdown.ts';
import css from './registration.module.css';

type Props = {
  email: string;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
  onComplete: (code: string) => void;
  onResend: () => void;
};

/** Where people without an account who buy a ticket enter the code that was sent to their address. */
export function AddressProof({ email, onResend, ...input }: Props) {
  const { left } = useCountdown(RESEND_WAIT);
  return (
    <div className={css.proof}>
      <p role="status">
        We have sent a six-digit code to <b>{email}</b>. Enter it to continue to payment.
      </p>
      <CodeInput {...input} />
      {left > 0 ? (
        <p className={css.again}>
          Resend in <b>{minutesAndSeconds(left)}</b>.
        </p>
      ) : (
        <Button variant="subtle" size="sm" className={css.again} onClick={onResend}>
          Resend
        </Button>
      )}
    </div>
  );
}
