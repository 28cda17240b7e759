import { sendConfirmation } from '@folkmoot/contract/registrations/api.ts';
import { IconCheck, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './confirm-address.module.css';
import { useOwnPlace } from './useOwnPlace.ts';

const CorrectAddressDialog = lazyPart(() => import('./CorrectAddressDialog.tsx'), 'CorrectAddressDialog');

type Props = { eventId: string; token: string };

/** Asks somebody without an account to follow the link in their email, until they have; it can be sent again, or elsewhere. */
export function ConfirmAddress({ eventId, token }: Props) {
  const show = useShowDialog();
  const own = useOwnPlace(eventId, token);
  const again = useApiMutation(sendConfirmation, { failed: 'Could not send the email.' });
  const [proved, setProved] = useState(false);
  if (own?.proved && !proved) setProved(true);
  if (own?.confirmed && proved)
    return (
      <p className={css.confirmed} role="status">
        <IconCheck size={20} aria-hidden />
        Your address is confirmed. The hosts can reach you if plans change.
      </p>
    );
  if (!own || own.confirmed) return null;
  return (
    <section className={css.confirm} aria-label="Confirm your address">
      <span className={css.icon}>
        <IconMail size={20} aria-hidden />
      </span>
      <div>
        <b>Confirm your address</b>
        <span className={css.waiting}>Waiting</span>
        <p>
          We wrote to <bdi>{own.email}</bdi>. Press the button in that email so that the hosts can reach you if plans
          change.
          {own.status === 'going' && ' Your ticket works already.'}
        </p>
        <span className={css.links}>
          <button
            type="button"
            aria-disabled={again.isPending}
            onClick={() => {
              if (!again.isPending) again.mutate({ eventId, token });
            }}
          >
            Send it again
          </button>
          <button
            type="button"
            onClick={() => show(<CorrectAddressDialog eventId={eventId} token={token} email={own.email} />)}
          >
            Wrong address?
          </button>
        </span>
      </div>
    </section>
  );
}
